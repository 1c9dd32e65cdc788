// The small core with a prefetcher: a buffer in front of a memory with wait states, and wait states of accesses to data.
// It is what a profile's keys prefetch_words, prefetch_wait and prefetch_shared say (iss/hart/fetch_buffer.h); `memory`
// and `device` are the wait states of data.
module tiny_prefetch (
    input clock,
    input reset,
    input software_interrupt,
    // The configuration: constant after reset
    input [3:0] words,          // of the buffer: 2 to 8
    input [3:0] wait_states,    // of each word of instructions
    input [3:0] data_wait,
    input shared,               // one memory for instructions and data
    // A word of instructions arrives in this cycle
    output fetch,
    output [31:0] fetch_address,
    input [31:0] fetch_word,
    // An access to data ends in this cycle
    output request,
    output [31:0] address,
    output [3:0] strobe,
    output [31:0] write,
    input [31:0] read
);
  wire take, transfer, data;
  wire [31:0] pc;

  reg [31:0] buffer[0:8];       // the word of pc first; [8] is never used
  reg [3:0] count;
  reg [31:0] next;              // the word that is fetched next
  reg [31:0] underway;
  reg [3:0] waiting;            // cycles until the access under way ends, this one included; 0: there is none
  reg wanted;                   // what it brings
  reg [3:0] data_waiting;
  integer i;

  wire compressed = pc[1] ? buffer[0][17:16] != 3 : buffer[0][1:0] != 3;
  wire fetched = count > (pc[1] && !compressed ? 1 : 0);
  wire [31:0] word = pc[1] ? {buffer[1][15:0], buffer[0][31:16]} : buffer[0];
  wire pops = take && fetched && (pc[1] || !compressed);

  wire begins = waiting == 0 && !(shared && data) && (transfer || count < words);
  wire [31:0] begun = transfer ? {pc[31:2], 2'b0} : next;
  assign fetch = begins ? wait_states == 0 : waiting == 1;
  assign fetch_address = begins ? begun : underway;
  wire pushes = fetch && (begins || (wanted && !transfer));

  wire data_begins = data && data_waiting == 0 && !(shared && waiting != 0);
  wire granted = data && (data_begins ? data_wait == 0 : data_waiting == 1);
  assign request = granted;

  wire [3:0] strobes;
  assign strobe = granted ? strobes : 0;
  tiny core (clock, reset, software_interrupt, fetched, word, pc, take, transfer, data, granted, address, strobes, write, read);

  wire [3:0] kept = transfer ? 0 : count - {3'b0, pops};
  always @(posedge clock) begin
    if (reset) begin
      {count, waiting, data_waiting, wanted} <= 0;
      next <= 32'h80000000;
    end else begin
      if (pops) for (i = 0; i < 8; i = i + 1) buffer[i] <= buffer[i+1];
      if (pushes) buffer[kept] <= fetch_word;
      count <= kept + {3'b0, pushes};
      if (begins) begin
        next <= begun + 4;
        underway <= begun;
        waiting <= wait_states;
        wanted <= 1;
      end else begin
        if (waiting != 0) waiting <= waiting - 1;
        if (transfer) begin
          next <= {pc[31:2], 2'b0};
          wanted <= 0;
        end
      end
      if (data_begins) data_waiting <= data_wait;
      else if (data_waiting != 0) data_waiting <= data_waiting - 1;
    end
  end
endmodule
