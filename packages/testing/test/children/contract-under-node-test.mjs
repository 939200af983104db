// The contract under another test framework, as a user's plain JavaScript would run it.
import { test } from "node:test";
import { contractServer, memoryTransport, runContract, transportContract } from "../../dist/index.js";

runContract(
  test,
  transportContract,
  () => {
    const transport = memoryTransport(contractServer());
    return { transport, sever: () => transport.sever() };
  },
  { without: ["limit"] },
);
