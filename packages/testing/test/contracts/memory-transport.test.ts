import { test } from "vitest";
import { contractServer, memoryTransport, runContract, transportContract } from "../../src/index.ts";

runContract(
  test,
  transportContract,
  () => {
    const transport = memoryTransport(contractServer());
    return { transport, sever: () => transport.sever() };
  },
  { without: ["limit"] },
);
