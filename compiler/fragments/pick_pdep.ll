; The number of the n-th bit that is set, counted from 0: x86's pdep puts the n-th lowest bit where it is.
define i64 @nth_bit(i64 %x, i64 %n) alwaysinline {
  %bit = shl i64 1, %n
  %found = call i64 @llvm.x86.bmi.pdep.64(i64 %bit, i64 %x)
  %number = call i64 @llvm.cttz.i64(i64 %found, i1 true)
  ret i64 %number
}
declare i64 @llvm.x86.bmi.pdep.64(i64, i64)
declare i64 @llvm.cttz.i64(i64, i1)
