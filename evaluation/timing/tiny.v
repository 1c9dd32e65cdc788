// A small core of our own, for testing the harness: RV32IMC with CSRs, exceptions and the software interrupt, one
// instruction after the other. It does what the privileged specification says as far as our firmware asks for it.
//
//   cycles   2: computes, CSRs, fence, branches     3: loads, stores, jumps, taken branches, fence.i
//            5: multiplications                     divisions: 3 + the significant bits of the dividend's magnitude
//            shifts: 2 + n / 4 + n % 4              4: ecall, exceptions    3: mret, entering an interrupt's handler
//
// These are the cycles if `fetched` and `granted` are always 1: memory answers in the cycle of the request. With less,
// the core waits. An access of data is to one aligned word.
module tiny (
    input clock,
    input reset,
    input software_interrupt,
    // Instructions
    input fetched,              // `word` is valid
    input [31:0] word,          // the 4 bytes at pc; for a compressed instruction, 2 of them
    output reg [31:0] pc,
    output take,                // the core takes the instruction in this cycle, unless it is not fetched
    output transfer,            // the last cycle of a transfer of control; pc is the target
    // Data
    output request,             // an access, until granted
    input granted,              // it ends in this cycle
    output [31:0] address,
    output reg [3:0] strobe,    // bytes written; 0: a read
    output [31:0] write,
    input [31:0] read
);
  localparam FETCH = 0, EXECUTE = 1, MEMORY = 2, WAIT = 3;
  reg [1:0] state;
  reg [31:0] x[0:31];
  reg [31:0] instruction, mscratch, mtvec, mepc, mcause, mtval;
  reg [63:0] mcycle, minstret;
  reg mie, mpie, msie;
  reg compressed, transfers;
  reg [6:0] waiting;
  integer i;

  wire [6:0] opcode = instruction[6:0];
  wire [2:0] funct3 = instruction[14:12];
  wire [4:0] rd = instruction[11:7];
  wire [31:0] a = x[instruction[19:15]], b = x[instruction[24:20]];
  wire [31:0] imm_i = {{20{instruction[31]}}, instruction[31:20]};
  wire [31:0] imm_s = {{20{instruction[31]}}, instruction[31:25], instruction[11:7]};
  wire [31:0] imm_b = {{20{instruction[31]}}, instruction[7], instruction[30:25], instruction[11:8], 1'b0};
  wire [31:0] imm_j = {{12{instruction[31]}}, instruction[19:12], instruction[20], instruction[30:21], 1'b0};
  wire is_load = opcode == 7'h03, is_store = opcode == 7'h23, is_branch = opcode == 7'h63, is_jal = opcode == 7'h6f,
       is_jalr = opcode == 7'h67, is_op = opcode == 7'h33, is_op_imm = opcode == 7'h13, is_system = opcode == 7'h73,
       is_lui = opcode == 7'h37, is_auipc = opcode == 7'h17, is_fence = opcode == 7'h0f;
  wire is_csr = is_system && funct3 != 0;
  wire is_mul = is_op && instruction[25];
  wire is_shift = (is_op || is_op_imm) && !is_mul && (funct3 == 1 || funct3 == 5);
  wire is_ecall = instruction == 32'h00000073, is_mret = instruction == 32'h30200073, is_wfi = instruction == 32'h10500073;
  wire legal = is_load || is_store || is_branch || is_jal || is_jalr || is_op || is_op_imm || is_lui || is_auipc ||
               is_fence || is_csr || is_ecall || is_mret || is_wfi;

  wire [31:0] second = is_op ? b : imm_i;
  wire [4:0] places = second[4:0];
  wire [63:0] product_ss = {{32{a[31]}}, a} * {{32{b[31]}}, b}, product_su = {{32{a[31]}}, a} * {32'b0, b},
              product_uu = {32'b0, a} * {32'b0, b};
  wire [31:0] magnitude_a = a[31] && !funct3[0] ? -a : a, magnitude_b = b[31] && !funct3[0] ? -b : b;
  wire [31:0] quotient = b == 0 ? 32'hffffffff : magnitude_a / magnitude_b;
  wire [31:0] remainder = b == 0 ? magnitude_a : magnitude_a % magnitude_b;

  function [6:0] significant(input [31:0] value);
    begin
      significant = 0;
      for (i = 0; i < 32; i = i + 1) if (value[i]) significant = i[6:0] + 1;
    end
  endfunction

  reg [31:0] alu, multiplied, csr, written;
  always @* begin
    case (funct3)
      0: alu = is_op && instruction[30] ? a - second : a + second;
      1: alu = a << places;
      2: alu = {31'b0, $signed(a) < $signed(second)};
      3: alu = {31'b0, a < second};
      4: alu = a ^ second;
      5:
      if (instruction[30]) alu = $signed(a) >>> places;  // not by ?:, which would make it unsigned
      else alu = a >> places;
      6: alu = a | second;
      default: alu = a & second;
    endcase
    case (funct3)
      0: multiplied = product_uu[31:0];
      1: multiplied = product_ss[63:32];
      2: multiplied = product_su[63:32];
      3: multiplied = product_uu[63:32];
      4: multiplied = b != 0 && (a[31] ^ b[31]) ? -quotient : quotient;
      5: multiplied = quotient;
      6: multiplied = a[31] ? -remainder : remainder;
      default: multiplied = remainder;
    endcase
    case (instruction[31:20])
      12'h300: csr = {19'b0, 2'b11, 3'b0, mpie, 3'b0, mie, 3'b0};
      12'h304: csr = {28'b0, msie, 3'b0};
      12'h305: csr = mtvec;
      12'h340: csr = mscratch;
      12'h341: csr = mepc;
      12'h342: csr = mcause;
      12'h343: csr = mtval;
      12'h344: csr = {28'b0, software_interrupt, 3'b0};
      12'hb00: csr = mcycle[31:0];
      12'hb80: csr = mcycle[63:32];
      12'hb02: csr = minstret[31:0];
      12'hb82: csr = minstret[63:32];
      default: csr = 0;
    endcase
    case (funct3[1:0])
      1: written = funct3[2] ? {27'b0, instruction[19:15]} : a;
      2: written = csr | (funct3[2] ? {27'b0, instruction[19:15]} : a);
      default: written = csr & ~(funct3[2] ? {27'b0, instruction[19:15]} : a);
    endcase
  end
  wire writes_csr = is_csr && (funct3[1:0] == 1 || instruction[19:15] != 0);

  reg taken;
  always @* begin
    case (funct3)
      0: taken = a == b;
      1: taken = a != b;
      4: taken = $signed(a) < $signed(b);
      5: taken = $signed(a) >= $signed(b);
      6: taken = a < b;
      default: taken = a >= b;
    endcase
  end

  wire interrupted = software_interrupt && msie && mie;
  wire [31:0] place = a + (is_store ? imm_s : imm_i);
  wire [31:0] behind = pc + (compressed ? 2 : 4);
  assign take = state == FETCH && !interrupted;
  assign transfer = state == WAIT && waiting <= 1 && transfers;
  assign request = state == MEMORY;
  assign address = {place[31:2], 2'b0};
  assign write = b << (8 * place[1:0]);
  wire [31:0] expanded;
  tiny_expander expander (word[15:0], expanded);
  always @* begin
    strobe = 0;
    if (state == MEMORY && is_store) strobe = (funct3 == 0 ? 4'b0001 : funct3 == 1 ? 4'b0011 : 4'b1111) << place[1:0];
  end
  wire [31:0] loaded = read >> (8 * place[1:0]);

  task enter(input [31:0] cause, input [31:0] value);
    begin
      mepc <= pc;
      mcause <= cause;
      mtval <= value;
      mpie <= mie;
      mie <= 0;
      pc <= {mtvec[31:2], 2'b0};
      waiting <= 2;
      transfers <= 1;
      state <= WAIT;
    end
  endtask

  // The instruction ends in this cycle, or after `cycles` more.
  task finish(input [31:0] next, input [6:0] cycles);
    begin
      pc <= next;
      minstret <= minstret + 1;
      waiting <= cycles;
      state <= cycles == 0 ? FETCH : WAIT;
    end
  endtask
  task go(input [31:0] target);
    begin
      finish(target, 1);
      transfers <= 1;
    end
  endtask

  always @(posedge clock) begin
    mcycle <= mcycle + 1;
    if (reset) begin
      state <= FETCH;
      transfers <= 0;
      pc <= 32'h80000000;
      {mcycle, minstret, mie, mpie, msie, mtvec, mscratch, mepc, mcause, mtval} <= 0;
      for (i = 0; i < 32; i = i + 1) x[i] <= 0;
    end else begin
      case (state)
        FETCH:
        if (interrupted) begin
          enter(32'h80000003, 0);
        end else if (fetched) begin
          compressed <= word[1:0] != 3;
          instruction <= word[1:0] != 3 ? expanded : word;
          state <= EXECUTE;
        end
        EXECUTE:
        if (!legal || is_ecall) begin
          enter(is_ecall ? 11 : 2, is_ecall ? 0 : instruction);
        end else if (is_load || is_store) begin
          state <= MEMORY;
        end else begin
          if (rd != 0 && !is_branch && !is_fence && (!is_system || is_csr))
            x[rd] <= is_lui ? {instruction[31:12], 12'b0} : is_auipc ? pc + {instruction[31:12], 12'b0} :
                is_jal || is_jalr ? behind : is_csr ? csr : is_mul ? multiplied : alu;
          if (is_jal) go(pc + imm_j);
          else if (is_jalr) go((a + imm_i) & ~32'd1);
          else if (is_branch && taken) go(pc + imm_b);
          else if (is_fence && funct3 == 1) go(behind);
          else if (is_mul) finish(behind, funct3[2] ? 1 + significant(magnitude_a) : 3);
          else if (is_shift) finish(behind, {2'b0, places / 5'd4} + {2'b0, places % 5'd4});
          else if (is_mret) begin
            mie <= mpie;
            mpie <= 1;
            go(mepc);
          end else finish(behind, 0);
          if (writes_csr)
            case (instruction[31:20])
              12'h300: {mpie, mie} <= {written[7], written[3]};
              12'h304: msie <= written[3];
              12'h305: mtvec <= written;
              12'h340: mscratch <= written;
              12'h341: mepc <= {written[31:1], 1'b0};
              12'h342: mcause <= written;
              12'h343: mtval <= written;
              default: ;
            endcase
        end
        MEMORY:
        if (granted) begin
          if (is_load && rd != 0)
            case (funct3)
              0: x[rd] <= {{24{loaded[7]}}, loaded[7:0]};
              1: x[rd] <= {{16{loaded[15]}}, loaded[15:0]};
              4: x[rd] <= {24'b0, loaded[7:0]};
              5: x[rd] <= {16'b0, loaded[15:0]};
              default: x[rd] <= loaded;
            endcase
          finish(behind, 0);
        end
        default: begin
          waiting <= waiting - 1;
          if (waiting <= 1) begin
            state <= FETCH;
            transfers <= 0;
          end
        end
      endcase
    end
  end
endmodule

// What a compressed instruction stands for (Unprivileged ISA, chapter "C"); itself if it is none of RV32C without
// floating point, which the core takes for illegal.
module tiny_expander (
    input [15:0] c,
    output reg [31:0] expanded
);
  localparam LOAD = 7'h03, OP_IMM = 7'h13, STORE = 7'h23, OP = 7'h33, LUI = 7'h37, BRANCH = 7'h63, JALR = 7'h67, JAL = 7'h6f;
  wire [4:0] rd = c[11:7], rs2 = c[6:2], short_1 = {2'b01, c[9:7]}, short_2 = {2'b01, c[4:2]};
  wire [11:0] imm = {{7{c[12]}}, c[6:2]};
  wire [11:0] to_stack = {2'b0, c[10:7], c[12:11], c[5], c[6], 2'b0};
  wire [11:0] stack_step = {{3{c[12]}}, c[4:3], c[5], c[2], c[6], 4'b0};
  wire [6:0] word_offset = {c[5], c[12:10], c[6], 2'b0};
  wire [7:0] load_offset = {c[3:2], c[12], c[6:4], 2'b0}, store_offset = {c[8:7], c[12:9], 2'b0};
  wire [31:0] jump = {c[12], c[8], c[10:9], c[6], c[7], c[2], c[11], c[5:3], {9{c[12]}}, 4'b0, ~c[15], JAL};
  wire [31:0] branch = {{4{c[12]}}, c[6:5], c[2], 5'b0, short_1, 2'b0, c[13], c[11:10], c[4:3], c[12], BRANCH};
  wire [11:0] shift = {1'b0, c[11:10] == 1 && c[15], 5'b0, c[6:2]};
  reg [2:0] operation;

  always @* begin
    case (c[6:5])
      0: operation = 0;
      1: operation = 4;
      2: operation = 6;
      default: operation = 7;
    endcase
    expanded = {16'b0, c};
    case ({c[1:0], c[15:13]})
      5'b00_000: if (to_stack != 0) expanded = {to_stack, 5'd2, 3'd0, short_2, OP_IMM};
      5'b00_010: expanded = {5'b0, word_offset, short_1, 3'd2, short_2, LOAD};
      5'b00_110: expanded = {5'b0, word_offset[6:5], short_2, short_1, 3'd2, word_offset[4:0], STORE};
      5'b01_000: expanded = {imm, rd, 3'd0, rd, OP_IMM};
      5'b01_001, 5'b01_101: expanded = jump;
      5'b01_010: expanded = {imm, 5'd0, 3'd0, rd, OP_IMM};
      5'b01_011: expanded = rd == 2 ? {stack_step, 5'd2, 3'd0, 5'd2, OP_IMM} : {{15{c[12]}}, c[6:2], rd, LUI};
      5'b01_100:
      case (c[11:10])
        0, 1: expanded = {shift, short_1, 3'd5, short_1, OP_IMM};
        2: expanded = {imm, short_1, 3'd7, short_1, OP_IMM};
        default: if (!c[12]) expanded = {1'b0, c[6:5] == 0, 5'b0, short_2, short_1, operation, short_1, OP};
      endcase
      5'b01_110, 5'b01_111: expanded = branch;
      5'b10_000: expanded = {7'b0, c[6:2], rd, 3'd1, rd, OP_IMM};
      5'b10_010: expanded = {4'b0, load_offset, 5'd2, 3'd2, rd, LOAD};
      5'b10_100:
      if (rs2 != 0) expanded = {7'b0, rs2, c[12] ? rd : 5'd0, 3'd0, rd, OP};
      else if (rd != 0) expanded = {12'b0, rd, 3'd0, 4'b0, c[12], JALR};
      5'b10_110: expanded = {4'b0, store_offset[7:5], rs2, 5'd2, 3'd2, store_offset[4:0], STORE};
      default: ;
    endcase
  end
endmodule
