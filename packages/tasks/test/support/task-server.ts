import { type Client, type ConnectOptions, connect } from "@snodo/client";
import { type JsonObject, META, type Revision } from "@snodo/protocol";
import {
  type CallContext,
  type ManualClock,
  type MemoryTransport,
  manualClock,
  memoryTransport,
  type TestServer,
  type TestServerDefinition,
  testServer,
} from "@snodo/testing";
import { callToolAsTask, type TaskHandle, tasks } from "../../src/index.ts";

/** What the test wants `tasks/get` to say next; the last one is said again and again. */
type State = JsonObject | Error;

/** A server whose only tool becomes a task, and a client that is connected to it. */
export interface Scene {
  readonly client: Client;
  readonly server: TestServer;
  readonly transport: MemoryTransport;
  readonly clock: ManualClock;
  /** Options for handles: the scene's clock, and no jitter. */
  readonly timing: { readonly clock: ManualClock; readonly random: () => number };
  /** The requests of a method that arrived so far. */
  sent(method: string): readonly JsonObject[];
  /** Reports a state on the open subscription. */
  report(state: JsonObject): void;
  /** Ends the open subscription. */
  endReports(): void;
}

export const ID = "786512e2";

/** A state of the task, in the words of the extension. */
export function state(status: string, more: JsonObject = {}): JsonObject {
  return {
    taskId: ID,
    status,
    createdAt: "2026-11-30T10:00:00Z",
    lastUpdatedAt: "2026-11-30T10:00:00Z",
    ttlMs: null,
    pollIntervalMs: 5000,
    ...more,
  };
}

/** A state in the words of 2025-11-25. */
export function coreState(status: string, more: JsonObject = {}): JsonObject {
  return {
    taskId: ID,
    status,
    createdAt: "2025-11-30T10:00:00Z",
    lastUpdatedAt: "2025-11-30T10:00:00Z",
    ttl: null,
    pollInterval: 5000,
    ...more,
  };
}

export const DONE = state("completed", { result: { content: [{ type: "text", text: "done" }] } });

interface Script {
  readonly revision?: Revision;
  /** What `tools/call` answers. */
  readonly created?: JsonObject | (() => JsonObject);
  /** What `tasks/get` answers, one after the other. */
  readonly states?: State[];
  readonly methods?: TestServerDefinition["methods"];
  readonly definition?: TestServerDefinition;
  readonly options?: ConnectOptions;
  /** Whether the server agrees to report the task. */
  readonly reports?: boolean;
}

/** Sets a server and a client up. Time stands still until the test lets it pass. */
export async function scene(script: Script = {}): Promise<Scene> {
  const revision = script.revision ?? "2026-07-28";
  const stateless = revision === "2026-07-28";
  const states = [...(script.states ?? [])];
  let stream: CallContext | undefined;
  let endStream: () => void = () => undefined;
  const created =
    script.created ??
    (stateless ? { resultType: "task", ...state("working") } : { task: coreState("working") });
  const server = testServer({
    revisions: [revision],
    tools: { research: { execution: { taskSupport: "optional" } }, quick: () => "at once" },
    capabilities: {
      tools: {},
      ...(stateless
        ? { extensions: { "io.modelcontextprotocol/tasks": {} } }
        : { tasks: { cancel: {}, requests: { tools: { call: {} } } } }),
    },
    methods: {
      "tools/call": () => (typeof created === "function" ? created() : created),
      "tasks/get": () => {
        const next = states.length > 1 ? states.shift() : states[0];
        if (next instanceof Error) throw next;
        return next;
      },
      "tasks/update": () => ({}),
      "tasks/cancel": () => (stateless ? {} : coreState("cancelled")),
      "subscriptions/listen": async (params, context) => {
        stream = context;
        const meta = { [META.subscriptionId]: context.request.id };
        const notifications = script.reports === false ? {} : params["notifications"];
        context.notify("notifications/subscriptions/acknowledged", { notifications, _meta: meta });
        await new Promise<void>((resolve) => {
          endStream = resolve;
          context.signal.addEventListener("abort", () => resolve());
        });
        return { _meta: meta };
      },
      ...script.methods,
    },
    ...script.definition,
  });
  const clock = manualClock();
  const transport = memoryTransport(server);
  const client = await connect(transport, {
    protocol: revision,
    extensions: [tasks()],
    clock,
    ...script.options,
  });
  return {
    client,
    server,
    transport,
    clock,
    timing: { clock, random: () => 0 },
    sent: (method) =>
      server.received.flatMap((message) =>
        "method" in message && message.method === method ? [message.params ?? {}] : [],
      ),
    report: (reported) =>
      stream?.notify("notifications/tasks", {
        ...reported,
        _meta: { [META.subscriptionId]: stream.request.id },
      }),
    endReports: () => endStream(),
  };
}

/** Calls the tool that becomes a task. */
export async function started(set: Scene): Promise<TaskHandle> {
  return (await callToolAsTask(set.client, "research", {}, set.timing)) as TaskHandle;
}

/** What a promise rejects with. */
export async function failure(promise: Promise<unknown>): Promise<unknown> {
  return await promise.then(
    (value) => {
      throw new Error(`resolved with ${JSON.stringify(value)}`);
    },
    (error: unknown) => error,
  );
}
