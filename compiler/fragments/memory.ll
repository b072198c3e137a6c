; What LLVM may call to fill and copy memory, as no C library is linked.
; Blocks of 32 bytes; the last one, which may overlap the one before, ends where the memory does.

define hidden ptr @memset(ptr returned %to, i32 %value, i64 %n) nounwind "no-builtins" {
entry:
  %byte = trunc i32 %value to i8
  %first = insertelement <32 x i8> poison, i8 %byte, i64 0
  %block = shufflevector <32 x i8> %first, <32 x i8> poison, <32 x i32> zeroinitializer
  %last = sub i64 %n, 32
  %short = icmp ult i64 %n, 32
  br i1 %short, label %bytes, label %blocks

blocks:
  %at = phi i64 [ 0, %entry ], [ %after, %fill ]
  %more = icmp ult i64 %at, %last
  br i1 %more, label %fill, label %end

fill:
  %there = getelementptr i8, ptr %to, i64 %at
  store <32 x i8> %block, ptr %there, align 1
  %after = add i64 %at, 32
  br label %blocks

end:
  %tail = getelementptr i8, ptr %to, i64 %last
  store <32 x i8> %block, ptr %tail, align 1
  ret ptr %to

bytes:
  %i = phi i64 [ 0, %entry ], [ %next, %one ]
  %left = icmp ult i64 %i, %n
  br i1 %left, label %one, label %done

one:
  %place = getelementptr i8, ptr %to, i64 %i
  store i8 %byte, ptr %place, align 1
  %next = add i64 %i, 1
  br label %bytes

done:
  ret ptr %to
}

define hidden ptr @memcpy(ptr returned %to, ptr %from, i64 %n) nounwind "no-builtins" {
entry:
  %last = sub i64 %n, 32
  %short = icmp ult i64 %n, 32
  br i1 %short, label %bytes, label %blocks

blocks:
  %at = phi i64 [ 0, %entry ], [ %after, %copy ]
  %more = icmp ult i64 %at, %last
  br i1 %more, label %copy, label %end

copy:
  %source = getelementptr i8, ptr %from, i64 %at
  %block = load <32 x i8>, ptr %source, align 1
  %there = getelementptr i8, ptr %to, i64 %at
  store <32 x i8> %block, ptr %there, align 1
  %after = add i64 %at, 32
  br label %blocks

end:
  %ending = getelementptr i8, ptr %from, i64 %last
  %rest = load <32 x i8>, ptr %ending, align 1
  %tail = getelementptr i8, ptr %to, i64 %last
  store <32 x i8> %rest, ptr %tail, align 1
  ret ptr %to

bytes:
  %i = phi i64 [ 0, %entry ], [ %next, %one ]
  %left = icmp ult i64 %i, %n
  br i1 %left, label %one, label %done

one:
  %origin = getelementptr i8, ptr %from, i64 %i
  %byte = load i8, ptr %origin, align 1
  %place = getelementptr i8, ptr %to, i64 %i
  store i8 %byte, ptr %place, align 1
  %next = add i64 %i, 1
  br label %bytes

done:
  ret ptr %to
}
