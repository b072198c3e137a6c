; Windows calls this when it loads the library: there is nothing to prepare.
define i32 @DllMainCRTStartup(ptr %library, i32 %reason, ptr %reserved) {
  ret i32 1
}
