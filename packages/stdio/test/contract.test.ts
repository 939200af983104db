// @req stdio.correlates
import { runContract, type TransportSubject, transportContract } from "@snodo/testing";
import { contractChild } from "@snodo/testing/node";
import spawn from "cross-spawn";
import { test } from "vitest";
import { stdio } from "../src/index.ts";

const limit = 4 * 1024 * 1024;

runContract(test, transportContract, (): TransportSubject => {
  const pids: number[] = [];
  const transport = stdio({
    ...contractChild(),
    maxLineBytes: limit,
    spawn: (command, args, request) => {
      const child = spawn(command, args, request);
      if (child.pid !== undefined) pids.push(child.pid);
      return child;
    },
  });
  return {
    transport,
    limit,
    sever: () => {
      for (const pid of pids) process.kill(pid, "SIGKILL");
    },
  };
});
