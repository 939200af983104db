/** The revision of the stateless session. */
export const PROTOCOL = "2026-07-28";

const META = {
  "io.modelcontextprotocol/protocolVersion": PROTOCOL,
  "io.modelcontextprotocol/clientInfo": { name: "fuzz", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
};

function numbered(steps: readonly (readonly [method: string, params?: object])[]): readonly object[] {
  return steps.map(([method, params], at) => ({
    jsonrpc: "2.0",
    ...(method.startsWith("notifications/") ? {} : { id: at + 1 }),
    method,
    ...(params === undefined ? {} : { params }),
  }));
}

/** What is sent to a server of the initialize era. */
export const initializeSession: readonly object[] = numbered([
  [
    "initialize",
    { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "fuzz", version: "1" } },
  ],
  ["notifications/initialized"],
  ["tools/list"],
  ["tools/call", { name: "echo", arguments: { message: "día, 数, 🙂" } }],
  [
    "tools/call",
    {
      name: "trigger-long-running-operation",
      arguments: { duration: 0.1, steps: 5 },
      _meta: { progressToken: 5 },
    },
  ],
  ["tools/call", { name: "get-structured-content", arguments: { location: "Chicago" } }],
  ["tools/call", { name: "get-tiny-image", arguments: {} }],
  ["tools/call", { name: "no-such-tool", arguments: {} }],
  ["resources/list"],
  ["resources/templates/list"],
  ["prompts/list"],
  ["prompts/get", { name: "simple-prompt" }],
  ["no/such/method"],
  ["ping"],
]);

/** What is sent to a stateless server. */
export const statelessSession: readonly object[] = numbered([
  ["server/discover", { _meta: META }],
  ["tools/list", { _meta: META }],
  ["tools/call", { name: "count", arguments: { to: 5 }, _meta: { ...META, progressToken: 3 } }],
  ["tools/call", { name: "ask", arguments: {}, _meta: META }],
  ["tools/call", { name: "structured", arguments: {}, _meta: META }],
  ["resources/list", { _meta: META }],
  ["resources/read", { uri: "file:///notes.md", _meta: META }],
  ["resources/templates/list", { _meta: META }],
  ["prompts/list", { _meta: META }],
  ["prompts/get", { name: "greet", arguments: { who: "Ada" }, _meta: META }],
  [
    "completion/complete",
    { ref: { type: "ref/prompt", name: "greet" }, argument: { name: "who", value: "A" }, _meta: META },
  ],
  ["no/such/method", { _meta: META }],
]);
