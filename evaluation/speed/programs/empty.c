// Nothing: what a simulator takes to start and to end.
int main(void) { return 0; }
