; Every processor of this kind can run every library that is made for it.
define i64 @docena_cpu_level() {
  ret i64 0
}
