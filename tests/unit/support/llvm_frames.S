// What clang 14 makes of the text below, so that the tests need no clang: its debug information counts local variables
// from sp, or from s0.
//   clang --target=riscv32-unknown-elf -march=rv32im -mabi=ilp32 -mno-relax -gdwarf-4 -O1 -fno-addrsig -fno-ident
//         -fdebug-compilation-dir=. -S llvm_frames.c
//
//   typedef unsigned word;
//   __attribute__((noinline)) word by_stack_pointer(word index) {
//     volatile word first[4], second[3];
//     first[index] = second[index] = index;
//     return first[0] + second[0];
//   }
//   __attribute__((noinline)) word by_frame_pointer(word size) {
//     volatile word array[5];
//     volatile word more[size];
//     array[size] = more[0] = size;
//     return array[0] + more[1];
//   }
//   int main(void) { return (int)(by_stack_pointer(1) + by_frame_pointer(2)) == -1; }

	.text
	.attribute	4, 16
	.attribute	5, "rv32i2p0_m2p0"
	.file	"llvm_frames.c"
	.globl	by_stack_pointer
	.p2align	2
	.type	by_stack_pointer,@function
by_stack_pointer:
.Lfunc_begin0:
	.file	1 "." "llvm_frames.c"
	.loc	1 2 0
	.cfi_sections .debug_frame
	.cfi_startproc
	addi	sp, sp, -32
	.cfi_def_cfa_offset 32
.Ltmp0:
	.loc	1 4 18 prologue_end
	slli	a1, a0, 2
	addi	a2, sp, 4
	add	a2, a2, a1
	.loc	1 4 32 is_stmt 0
	sw	a0, 0(a2)
	addi	a2, sp, 16
	.loc	1 4 3
	add	a1, a2, a1
	.loc	1 4 16
	sw	a0, 0(a1)
	.loc	1 5 10 is_stmt 1
	lw	a0, 16(sp)
.Ltmp1:
	.loc	1 5 21 is_stmt 0
	lw	a1, 4(sp)
	.loc	1 5 19
	add	a0, a1, a0
	.loc	1 5 3
	addi	sp, sp, 32
	ret
.Ltmp2:
.Lfunc_end0:
	.size	by_stack_pointer, .Lfunc_end0-by_stack_pointer
	.cfi_endproc

	.globl	by_frame_pointer
	.p2align	2
	.type	by_frame_pointer,@function
by_frame_pointer:
.Lfunc_begin1:
	.loc	1 7 0 is_stmt 1
	.cfi_startproc
	addi	sp, sp, -32
	.cfi_def_cfa_offset 32
.Ltmp3:
	.loc	1 9 3 prologue_end
	sw	ra, 28(sp)
	sw	s0, 24(sp)
	.cfi_offset ra, -4
	.cfi_offset s0, -8
	addi	s0, sp, 32
	.cfi_def_cfa s0, 0
	mv	a1, sp
	slli	a2, a0, 2
	addi	a3, a2, 15
	andi	a3, a3, -16
	sub	a3, sp, a3
.Ltmp4:
	mv	sp, a3
.Ltmp5:
	.loc	1 10 25
	sw	a0, 0(a3)
	addi	a4, s0, -28
	.loc	1 10 3 is_stmt 0
	add	a2, a4, a2
	.loc	1 10 15
	sw	a0, 0(a2)
	.loc	1 11 10 is_stmt 1
	lw	a0, -28(s0)
.Ltmp6:
	.loc	1 11 21 is_stmt 0
	lw	a2, 4(a3)
	.loc	1 11 19
	add	a0, a2, a0
	.loc	1 12 1 is_stmt 1
	mv	sp, a1
	addi	sp, s0, -32
	lw	ra, 28(sp)
	lw	s0, 24(sp)
	addi	sp, sp, 32
	ret
.Ltmp7:
.Lfunc_end1:
	.size	by_frame_pointer, .Lfunc_end1-by_frame_pointer
	.cfi_endproc

	.globl	main
	.p2align	2
	.type	main,@function
main:
.Lfunc_begin2:
	.loc	1 13 0
	.cfi_startproc
	addi	sp, sp, -16
	.cfi_def_cfa_offset 16
.Ltmp8:
	.loc	1 13 31 prologue_end
	sw	ra, 12(sp)
	sw	s0, 8(sp)
	.cfi_offset ra, -4
	.cfi_offset s0, -8
	li	a0, 1
	call	by_stack_pointer
.Ltmp9:
	mv	s0, a0
	.loc	1 13 53 is_stmt 0
	li	a0, 2
	call	by_frame_pointer
.Ltmp10:
	.loc	1 13 51
	add	a0, a0, s0
	.loc	1 13 74
	addi	a0, a0, 1
	seqz	a0, a0
	.loc	1 13 18
	lw	ra, 12(sp)
	lw	s0, 8(sp)
	addi	sp, sp, 16
	ret
.Ltmp11:
.Lfunc_end2:
	.size	main, .Lfunc_end2-main
	.cfi_endproc

	.section	.debug_loc,"",@progbits
.Ldebug_loc0:
	.word	.Lfunc_begin0-.Lfunc_begin0
	.word	.Ltmp1-.Lfunc_begin0
	.half	1
	.byte	90
	.word	0
	.word	0
.Ldebug_loc1:
	.word	.Lfunc_begin1-.Lfunc_begin0
	.word	.Ltmp6-.Lfunc_begin0
	.half	1
	.byte	90
	.word	0
	.word	0
.Ldebug_loc2:
	.word	.Ltmp4-.Lfunc_begin0
	.word	.Lfunc_end1-.Lfunc_begin0
	.half	2
	.byte	125
	.byte	0
	.word	0
	.word	0
.Ldebug_loc3:
	.word	.Ltmp5-.Lfunc_begin0
	.word	.Ltmp6-.Lfunc_begin0
	.half	1
	.byte	90
	.word	0
	.word	0
	.section	.debug_abbrev,"",@progbits
	.byte	1
	.byte	17
	.byte	1
	.byte	37
	.byte	14
	.byte	19
	.byte	5
	.byte	3
	.byte	14
	.byte	16
	.byte	23
	.byte	27
	.byte	14
	.byte	17
	.byte	1
	.byte	18
	.byte	6
	.byte	0
	.byte	0
	.byte	2
	.byte	36
	.byte	0
	.byte	3
	.byte	14
	.byte	62
	.byte	11
	.byte	11
	.byte	11
	.byte	0
	.byte	0
	.byte	3
	.byte	46
	.byte	1
	.byte	17
	.byte	1
	.byte	18
	.byte	6
	.byte	64
	.byte	24
	.ascii	"\227B"
	.byte	25
	.byte	3
	.byte	14
	.byte	58
	.byte	11
	.byte	59
	.byte	11
	.byte	39
	.byte	25
	.byte	73
	.byte	19
	.byte	63
	.byte	25
	.byte	0
	.byte	0
	.byte	4
	.byte	5
	.byte	0
	.byte	2
	.byte	23
	.byte	3
	.byte	14
	.byte	58
	.byte	11
	.byte	59
	.byte	11
	.byte	73
	.byte	19
	.byte	0
	.byte	0
	.byte	5
	.byte	52
	.byte	0
	.byte	2
	.byte	24
	.byte	3
	.byte	14
	.byte	58
	.byte	11
	.byte	59
	.byte	11
	.byte	73
	.byte	19
	.byte	0
	.byte	0
	.byte	6
	.byte	52
	.byte	0
	.byte	2
	.byte	23
	.byte	3
	.byte	14
	.byte	73
	.byte	19
	.byte	52
	.byte	25
	.byte	0
	.byte	0
	.byte	7
	.byte	52
	.byte	0
	.byte	2
	.byte	23
	.byte	3
	.byte	14
	.byte	58
	.byte	11
	.byte	59
	.byte	11
	.byte	73
	.byte	19
	.byte	0
	.byte	0
	.byte	8
	.ascii	"\211\202\001"
	.byte	0
	.byte	49
	.byte	19
	.byte	17
	.byte	1
	.byte	0
	.byte	0
	.byte	9
	.byte	22
	.byte	0
	.byte	73
	.byte	19
	.byte	3
	.byte	14
	.byte	58
	.byte	11
	.byte	59
	.byte	11
	.byte	0
	.byte	0
	.byte	10
	.byte	1
	.byte	1
	.byte	73
	.byte	19
	.byte	0
	.byte	0
	.byte	11
	.byte	33
	.byte	0
	.byte	73
	.byte	19
	.byte	55
	.byte	11
	.byte	0
	.byte	0
	.byte	12
	.byte	53
	.byte	0
	.byte	73
	.byte	19
	.byte	0
	.byte	0
	.byte	13
	.byte	36
	.byte	0
	.byte	3
	.byte	14
	.byte	11
	.byte	11
	.byte	62
	.byte	11
	.byte	0
	.byte	0
	.byte	14
	.byte	33
	.byte	0
	.byte	73
	.byte	19
	.byte	55
	.byte	19
	.byte	0
	.byte	0
	.byte	0
	.section	.debug_info,"",@progbits
.Lcu_begin0:
	.word	.Ldebug_info_end0-.Ldebug_info_start0
.Ldebug_info_start0:
	.half	4
	.word	.debug_abbrev
	.byte	4
	.byte	1
	.word	.Linfo_string0
	.half	12
	.word	.Linfo_string1
	.word	.Lline_table_start0
	.word	.Linfo_string2
	.word	.Lfunc_begin0
	.word	.Lfunc_end2-.Lfunc_begin0
	.byte	2
	.word	.Linfo_string3
	.byte	5
	.byte	4
	.byte	3
	.word	.Lfunc_begin0
	.word	.Lfunc_end0-.Lfunc_begin0
	.byte	1
	.byte	82

	.word	.Linfo_string4
	.byte	1
	.byte	2

	.word	229

	.byte	4
	.word	.Ldebug_loc0
	.word	.Linfo_string12
	.byte	1
	.byte	2
	.word	229
	.byte	5
	.byte	2
	.byte	145
	.byte	16
	.word	.Linfo_string9
	.byte	1
	.byte	3
	.word	247
	.byte	5
	.byte	2
	.byte	145
	.byte	4
	.word	.Linfo_string11
	.byte	1
	.byte	3
	.word	271
	.byte	0
	.byte	3
	.word	.Lfunc_begin1
	.word	.Lfunc_end1-.Lfunc_begin1
	.byte	1
	.byte	88

	.word	.Linfo_string7
	.byte	1
	.byte	7

	.word	229

	.byte	4
	.word	.Ldebug_loc1
	.word	.Linfo_string14
	.byte	1
	.byte	7
	.word	229
	.byte	5
	.byte	2
	.byte	145
	.byte	100
	.word	.Linfo_string13
	.byte	1
	.byte	8
	.word	283
	.byte	6
	.word	.Ldebug_loc3
	.word	.Linfo_string16
	.word	240

	.byte	7
	.word	.Ldebug_loc2
	.word	.Linfo_string15
	.byte	1
	.byte	9
	.word	295
	.byte	0
	.byte	3
	.word	.Lfunc_begin2
	.word	.Lfunc_end2-.Lfunc_begin2
	.byte	1
	.byte	82

	.word	.Linfo_string8
	.byte	1
	.byte	13

	.word	38

	.byte	8
	.word	45
	.word	.Ltmp9
	.byte	8
	.word	110
	.word	.Ltmp10
	.byte	0
	.byte	9
	.word	240
	.word	.Linfo_string6
	.byte	1
	.byte	1
	.byte	2
	.word	.Linfo_string5
	.byte	7
	.byte	4
	.byte	10
	.word	259
	.byte	11
	.word	264
	.byte	4
	.byte	0
	.byte	12
	.word	229
	.byte	13
	.word	.Linfo_string10
	.byte	8
	.byte	7
	.byte	10
	.word	259
	.byte	11
	.word	264
	.byte	3
	.byte	0
	.byte	10
	.word	259
	.byte	11
	.word	264
	.byte	5
	.byte	0
	.byte	10
	.word	259
	.byte	14
	.word	264
	.word	160
	.byte	0
	.byte	0
.Ldebug_info_end0:
	.section	.debug_str,"MS",@progbits,1
.Linfo_string0:
	.byte	0
.Linfo_string1:
	.asciz	"llvm_frames.c"
.Linfo_string2:
	.asciz	"."
.Linfo_string3:
	.asciz	"int"
.Linfo_string4:
	.asciz	"by_stack_pointer"
.Linfo_string5:
	.asciz	"unsigned int"
.Linfo_string6:
	.asciz	"word"
.Linfo_string7:
	.asciz	"by_frame_pointer"
.Linfo_string8:
	.asciz	"main"
.Linfo_string9:
	.asciz	"first"
.Linfo_string10:
	.asciz	"__ARRAY_SIZE_TYPE__"
.Linfo_string11:
	.asciz	"second"
.Linfo_string12:
	.asciz	"index"
.Linfo_string13:
	.asciz	"array"
.Linfo_string14:
	.asciz	"size"
.Linfo_string15:
	.asciz	"more"
.Linfo_string16:
	.asciz	"__vla_expr0"
	.section	".note.GNU-stack","",@progbits
	.section	.debug_line,"",@progbits
.Lline_table_start0:
