import type { Extension } from "@snodo/client";

/** The value of `resultType` that says a call became a task. */
export const TASK_RESULT = "task";

/**
 * The tasks extension, to declare with the `extensions` option of `connect` or `direct`. Servers of 2026-07-28 may then
 * answer `tools/call` with a task; earlier ones ignore it.
 *
 * Spec: io.modelcontextprotocol/tasks (SEP-2663), Capability Negotiation.
 *
 * @example
 * const client = await connect(url, { extensions: [tasks()] });
 */
export function tasks(): Extension {
  return {
    id: "io.modelcontextprotocol/tasks",
    methods: ["tasks/get", "tasks/update", "tasks/cancel"],
    resultTypes: [TASK_RESULT],
    // A task as the answer of anything else is invalid.
    resultMethods: ["tools/call"],
  };
}
