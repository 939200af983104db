import type {
  JsonObject,
  JsonRpcRequest,
  JsonRpcResponse,
  Revision,
  Runtime,
  RuntimeContext,
} from "@snodo/protocol";
import { expect, test } from "vitest";
import { type CheckOptions, checkServer, type Finding, memoryTransport } from "../../src/index.ts";
import { sampleServer } from "./sample-server.ts";

/** Changes the answer of one request; undefined leaves it. */
export type Tamper = (request: JsonRpcRequest, response: JsonRpcResponse, context: RuntimeContext) => unknown;

/** A server that is right, but for what `tamper` does. */
export function tampered(inner: Runtime, tamper: Tamper): Runtime {
  return {
    label: "tampered",
    revisions: inner.revisions,
    async dispatch(request, context) {
      const response = await inner.dispatch(request, context);
      return (tamper(request, response, context) ?? response) as JsonRpcResponse;
    },
    notify: (notification, session) => inner.notify?.(notification, session),
  };
}

/** Replaces members of the result of one method. */
export function changed(
  method: string,
  change: (result: JsonObject, request: JsonRpcRequest) => JsonObject,
): Tamper {
  return (request, response) =>
    request.method === method && "result" in response
      ? {
          ...response,
          result: { ...(response.result as JsonObject), ...change(response.result as JsonObject, request) },
        }
      : undefined;
}

/** Answers a method, or a request that `when` picks, with this result instead of what the server says. */
export function instead(
  method: string,
  result: unknown,
  when: (request: JsonRpcRequest) => boolean = () => true,
): Tamper {
  return ({ method: asked, id, ...rest }) =>
    asked === method && when({ method: asked, id, ...rest }) ? { jsonrpc: "2.0", id, result } : undefined;
}

/** What a check of such a server finds. */
export async function findings(
  tamper: Tamper,
  revision: Revision = "2026-07-28",
  options: CheckOptions = {},
  inner: Runtime = sampleServer(),
): Promise<readonly Finding[]> {
  const transport = memoryTransport(tampered(inner, tamper));
  const report = await checkServer(transport, {
    timeout: 300,
    toolTimeout: 300,
    revisions: [revision],
    ...options,
  });
  return report.findings;
}

export const NOWHERE = (): Promise<never> => new Promise(() => undefined);

export function broken(error: unknown): Tamper {
  return ({ method, id }) => (method === "snodo/no-such-method" ? { jsonrpc: "2.0", id, error } : undefined);
}

export function failing(method: string, code: number): Tamper {
  return ({ method: asked, id }) =>
    asked === method ? { jsonrpc: "2.0", id, error: { code, message: "no" } } : undefined;
}

export function notifying(
  method: string,
  params: Record<string, unknown>,
  instead?: Record<string, unknown>,
): Tamper {
  return (request, _response, context) => {
    const message = instead === undefined ? { method, params } : instead;
    if (request.method === "tools/list") context.notify({ jsonrpc: "2.0", ...message } as never);
    return undefined;
  };
}

export function asking(method: string): Tamper {
  return (request, _response, context) => {
    if (request.method === "tools/list") context.request(method, {}).catch(() => undefined);
    return undefined;
  };
}

/** Accepts envelopes that are not whole, or versions nobody speaks. */
export function unlessWhole(version: string, result: unknown): Tamper {
  return ({ id, params }) => {
    const meta = params?.["_meta"] as Record<string, unknown> | undefined;
    const named = meta?.["io.modelcontextprotocol/protocolVersion"] === version;
    const whole =
      meta?.["io.modelcontextprotocol/clientCapabilities"] !== undefined && version === "2026-07-28";
    return named && !whole ? { jsonrpc: "2.0", id, result } : undefined;
  };
}

export function unannounced(): Tamper {
  const opening = changed("initialize", (result) => ({
    capabilities: { ...(result["capabilities"] as object), tools: {} },
  }));
  return (request, response, context) => {
    if (request.method === "prompts/list")
      context.session.notify({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
    return opening(request, response, context);
  };
}

export const cursorIgnored: Tamper = ({ method, id, params }) =>
  method === "prompts/list" && params?.["cursor"] !== undefined
    ? { jsonrpc: "2.0", id, result: { resultType: "complete", ttlMs: 0, cacheScope: "private", prompts: [] } }
    : undefined;

export function shuffled(): Tamper {
  let turn = 0;
  return changed("tools/list", ({ tools }) => {
    turn += 1;
    return { tools: turn % 2 === 0 ? [...(tools as unknown[])].reverse() : tools };
  });
}

/** One way to break a rule: its name, what is done, in which revision, and what the finding says. */
export type RuleCase = readonly [
  rule: string,
  what: string,
  revision: "2026-07-28" | "2025-11-25",
  tamper: Tamper,
  problem: RegExp,
];

export const modern = "2026-07-28";
export const legacy = "2025-11-25";

/** Every way must be found, under the rule it breaks, with a page and something to do. */
export function testRules(cases: readonly RuleCase[]): void {
  test.each(cases)("%s: %s", async (rule, _what, revision, tamper, problem) => {
    const found = (await findings(tamper, revision)).filter((finding) => finding.rule === rule);
    expect(found.map((finding) => finding.problem).join("\n")).toMatch(problem);
    expect(found[0]?.revisions).toEqual([revision]);
    expect(found[0]?.page).toContain(`https://modelcontextprotocol.io/specification/${revision}/`);
    expect(found[0]?.fix).not.toBe("");
  });
}
