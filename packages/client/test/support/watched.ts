import { META } from "@snodo/protocol";
import { type RawServer, rawServer, SILENT } from "./raw-server.ts";

/** What most tests watch. */
export const FILTER = { toolsListChanged: true, resourceSubscriptions: ["file:///a"] };

/** A server that acknowledges every `subscriptions/listen` with its own filter. */
export function watched(): RawServer {
  return rawServer({
    methods: {
      "subscriptions/listen": ({ id, params }, server) => {
        acknowledge(server, id, params?.["notifications"]);
        return SILENT;
      },
    },
  });
}

/** Acknowledges a subscription. */
export function acknowledge(server: RawServer, id: unknown, notifications: unknown): void {
  event(server, id, "notifications/subscriptions/acknowledged", { notifications });
}

/** Sends an event of a subscription. */
export function event(server: RawServer, id: unknown, method: string, params: object = {}): void {
  server.send({ jsonrpc: "2.0", method, params: { ...params, _meta: { [META.subscriptionId]: id } } });
}
