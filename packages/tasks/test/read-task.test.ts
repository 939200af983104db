import { isMcpError } from "@snodo/protocol";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readTask } from "../src/read-task.ts";

const FIELDS = { ttl: "ttlMs", pollInterval: "pollIntervalMs" } as const;
const STATUSES = ["working", "input_required", "completed", "failed", "cancelled"];

/** Objects that are nearly tasks: the right keys, with values of any kind. */
const nearly = fc.record(
  {
    taskId: fc.oneof(fc.string(), fc.jsonValue()),
    status: fc.oneof(fc.constantFrom(...STATUSES), fc.jsonValue()),
    statusMessage: fc.jsonValue(),
    createdAt: fc.jsonValue(),
    ttlMs: fc.oneof(fc.double(), fc.constant(null), fc.jsonValue()),
    pollIntervalMs: fc.oneof(fc.double(), fc.jsonValue()),
    inputRequests: fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue()),
    result: fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue()),
    error: fc.oneof(fc.record({ code: fc.integer(), message: fc.string() }), fc.jsonValue()),
  },
  { requiredKeys: [] },
);

test("whatever a server sends is a task with the types it promises, or one error that says why not", () => {
  fc.assert(
    fc.property(fc.oneof(nearly, fc.jsonValue()), fc.boolean(), (value, detailed) => {
      try {
        const task = readTask("the task", value, { ...FIELDS, detailed });
        expect(task.taskId).not.toBe("");
        expect(STATUSES).toContain(task.status);
        expect(["string", "undefined"]).toContain(typeof task.statusMessage);
        expect(task.pollIntervalMs === undefined || task.pollIntervalMs >= 0).toBe(true);
        expect(task.ttlMs === undefined || task.ttlMs === null || task.ttlMs >= 0).toBe(true);
        if (!detailed) return;
        if (task.status === "completed") expect(typeof task.result).toBe("object");
        if (task.status === "failed") expect(typeof task.error?.code).toBe("number");
        if (task.status === "input_required") expect(typeof task.inputRequests).toBe("object");
      } catch (error) {
        if (!isMcpError(error)) throw error;
        expect(error.reason.type).toBe("invalid_result");
        expect(error.message).toMatch(/^the task is invalid: [^\n]+$/);
      }
    }),
    { numRuns: 2000 },
  );
});
