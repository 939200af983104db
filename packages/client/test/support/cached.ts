import type { JsonObject } from "@snodo/protocol";
import type { CallOptions, Client, ConnectOptions } from "../../src/index.ts";
import { open } from "./clients.ts";
import { type RawMethod, rawServer, SILENT } from "./raw-server.ts";
import { responseCache } from "./siblings.ts";
import { event } from "./watched.ts";

/** Only 2026-07-28 says how long a result may be kept. */
export const protocol = "2026-07-28";
/** May be kept for a minute, by anybody. */
export const HINT = { ttlMs: 60_000, cacheScope: "public" } as const;
/** The calls whose results may be kept. */
export const READS: Readonly<Record<string, (client: Client, options?: CallOptions) => Promise<unknown>>> = {
  "server/discover": (client, options) => client.discover(options),
  "tools/list": (client, options) => client.listTools(options),
  "resources/list": (client, options) => client.listResources(options),
  "resources/templates/list": (client, options) => client.listResourceTemplates(options),
  "prompts/list": (client, options) => client.listPrompts(options),
  "resources/read": (client, options) => client.readResource("file:///a", options),
};
const RESULT: Readonly<Record<string, JsonObject>> = {
  "server/discover": { supportedVersions: [protocol], capabilities: {} },
  "tools/list": { tools: [] },
  "resources/list": { resources: [] },
  "resources/templates/list": { resourceTemplates: [] },
  "prompts/list": { prompts: [] },
  "resources/read": { contents: [] },
  "tools/call": { content: [] },
  "prompts/get": { messages: [] },
  "completion/complete": { completion: { values: [] } },
};

/** A client with a cache, and how often each method reached its server. */
export async function cached(
  options: ConnectOptions = {},
  methods: Readonly<Record<string, RawMethod>> = {},
  hint: JsonObject = HINT,
) {
  const answers = Object.fromEntries(
    Object.entries(RESULT).map(([method, result]) => [method, () => ({ ...hint, ...result })]),
  );
  const server = rawServer({
    methods: {
      ...answers,
      "subscriptions/listen": ({ id }, self) => {
        event(self, id, "notifications/subscriptions/acknowledged", { notifications: {} });
        return SILENT;
      },
      ...methods,
    },
    adapt: (connection) =>
      Object.assign(connection, { cacheScope: { endpoint: "raw", credentials: () => "" } }),
  });
  const cache = "cache" in options ? options.cache : responseCache();
  const opened = await open(server.transport, { protocol, ...options, cache });
  const count = (method: string) => server.requests(method).length;
  return { server, count, ...opened };
}
