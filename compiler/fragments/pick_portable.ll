; The number of the n-th bit that is set, counted from 0: on any processor.
define i64 @nth_bit(i64 %x, i64 %n) alwaysinline {
entry:
  br label %loop
loop:
  %rest = phi i64 [ %x, %entry ], [ %fewer, %next ]
  %left = phi i64 [ %n, %entry ], [ %less, %next ]
  %done = icmp sle i64 %left, 0
  br i1 %done, label %found, label %next
next:
  %below = sub i64 %rest, 1
  %fewer = and i64 %rest, %below
  %less = sub i64 %left, 1
  br label %loop
found:
  %number = call i64 @llvm.cttz.i64(i64 %rest, i1 true)
  ret i64 %number
}
declare i64 @llvm.cttz.i64(i64, i1)
