; What an x86-64 processor can do: 0 the basics, 1 x86-64-v3, 2 x86-64-v3 with a quick pdep.
; It runs before anything else of its library, so it must run on every x86-64 processor itself.
define i64 @docena_cpu_level() noinline "target-cpu"="x86-64" "target-features"="-avx,-avx2,-bmi,-bmi2" {
entry:
  %leaf0 = call { i32, i32, i32, i32 } asm sideeffect "cpuid", "={ax},={bx},={cx},={dx},{ax},{cx},~{dirflag},~{fpsr},~{flags}"(i32 0, i32 0)
  %last = extractvalue { i32, i32, i32, i32 } %leaf0, 0
  %maker = extractvalue { i32, i32, i32, i32 } %leaf0, 1
  %recent = icmp uge i32 %last, 7
  br i1 %recent, label %look, label %basic

look:
  %leaf1 = call { i32, i32, i32, i32 } asm sideeffect "cpuid", "={ax},={bx},={cx},={dx},{ax},{cx},~{dirflag},~{fpsr},~{flags}"(i32 1, i32 0)
  %signature = extractvalue { i32, i32, i32, i32 } %leaf1, 0
  %bits1 = extractvalue { i32, i32, i32, i32 } %leaf1, 2
  ; ssse3 9, fma 12, cx16 13, sse4.1 19, sse4.2 20, movbe 22, popcnt 23, osxsave 27, avx 28, f16c 29
  %wanted1 = and i32 %bits1, 953692672
  %has1 = icmp eq i32 %wanted1, 953692672
  %leaf7 = call { i32, i32, i32, i32 } asm sideeffect "cpuid", "={ax},={bx},={cx},={dx},{ax},{cx},~{dirflag},~{fpsr},~{flags}"(i32 7, i32 0)
  %bits7 = extractvalue { i32, i32, i32, i32 } %leaf7, 1
  ; bmi 3, avx2 5, bmi2 8
  %wanted7 = and i32 %bits7, 296
  %has7 = icmp eq i32 %wanted7, 296
  %leaf8 = call { i32, i32, i32, i32 } asm sideeffect "cpuid", "={ax},={bx},={cx},={dx},{ax},{cx},~{dirflag},~{fpsr},~{flags}"(i32 -2147483647, i32 0)
  %bits8 = extractvalue { i32, i32, i32, i32 } %leaf8, 2
  ; lzcnt 5
  %wanted8 = and i32 %bits8, 32
  %has8 = icmp ne i32 %wanted8, 0
  %has17 = and i1 %has1, %has7
  %has = and i1 %has17, %has8
  br i1 %has, label %system, label %basic

system:
  ; the operating system must save the wide registers, too
  %saved = call { i32, i32 } asm sideeffect "xgetbv", "={ax},={dx},{cx},~{dirflag},~{fpsr},~{flags}"(i32 0)
  %saved_low = extractvalue { i32, i32 } %saved, 0
  %wide = and i32 %saved_low, 6
  %saves = icmp eq i32 %wide, 6
  br i1 %saves, label %third, label %basic

third:
  ; AMD before Zen 3 (family 25), and Hygon, carry out pdep step by step
  %low_family = lshr i32 %signature, 8
  %family_base = and i32 %low_family, 15
  %high_family = lshr i32 %signature, 20
  %family_more = and i32 %high_family, 255
  %family = add i32 %family_base, %family_more
  %old = icmp ult i32 %family, 25
  %amd = icmp eq i32 %maker, 1752462657
  %hygon = icmp eq i32 %maker, 1869052232
  %theirs = or i1 %amd, %hygon
  %slow = and i1 %old, %theirs
  %level = select i1 %slow, i64 1, i64 2
  ret i64 %level

basic:
  ret i64 0
}
