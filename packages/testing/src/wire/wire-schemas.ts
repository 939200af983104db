import type { Revision } from "@snodo/protocol";
import { z } from "zod";
import {
  cachePair,
  implementation,
  meta,
  progressToken,
  requestId,
  resultBase,
  role,
  type Since,
  sinceOf,
  uri,
  when,
} from "./common.ts";
import { contentBlock, resource, resourceContents } from "./content.ts";
import { prompt, resourceTemplate, serverCapabilities, tool } from "./features.ts";
import { elicitation, roots, sampling } from "./questions.ts";

/** What a server may write in one revision, strictly as the schema of the specification says. */
export interface WireSchemas {
  /** Complete results by method. */
  readonly results: ReadonlyMap<string, z.ZodType>;
  /** Params of notifications by method. */
  readonly notifications: ReadonlyMap<string, z.ZodType>;
  /** Params of requests to the client, or of questions inside `input_required`. */
  readonly requests: ReadonlyMap<string, z.ZodType>;
  /** The `error` member of an answer. */
  readonly error: z.ZodType;
  /** An `input_required` result; undefined before 2026-07-28. */
  readonly inputRequired: z.ZodType | undefined;
}

const known = new Map<Revision, WireSchemas>();

/**
 * The strict wire schemas of a revision: types, required members, formats. Members the specification does not know
 * are let through, as it asks for.
 *
 * Spec: schema.ts of each revision.
 *
 * @param revision - one of `REVISIONS`
 */
export function wireSchemas(revision: Revision): WireSchemas {
  let schemas = known.get(revision);
  if (schemas === undefined) {
    const since = sinceOf(revision);
    schemas = {
      results: results(since),
      notifications: notifications(since),
      requests: new Map([
        ["elicitation/create", elicitation(since)],
        ["sampling/createMessage", sampling(since)],
        ["roots/list", roots],
      ]),
      error: z.looseObject({ code: z.int(), message: z.string() }),
      inputRequired: since("2026-07-28") ? inputRequired(since) : undefined,
    };
    known.set(revision, schemas);
  }
  return schemas;
}

function results(since: Since): ReadonlyMap<string, z.ZodType> {
  const base = resultBase(since);
  const list = (key: string, item: z.ZodType): z.ZodType =>
    z.looseObject({ [key]: z.array(item), nextCursor: z.string().optional(), ...base, ...cachePair(since) });
  const empty = z.looseObject(base);
  return new Map<string, z.ZodType>([
    ["initialize", initializeResult(since, base)],
    ["server/discover", discoverResult(since, base)],
    ["ping", empty],
    ["tools/list", list("tools", tool(since))],
    ["resources/list", list("resources", resource(since))],
    ["resources/templates/list", list("resourceTemplates", resourceTemplate(since))],
    ["prompts/list", list("prompts", prompt(since))],
    ["tools/call", callResult(since, base)],
    [
      "resources/read",
      z.looseObject({ contents: z.array(resourceContents(since)), ...base, ...cachePair(since) }),
    ],
    [
      "prompts/get",
      z.looseObject({
        description: z.string().optional(),
        messages: z.array(z.looseObject({ role, content: contentBlock(since) })),
        ...base,
      }),
    ],
    [
      "completion/complete",
      z.looseObject({
        completion: z.looseObject({
          values: z.array(z.string()).max(100),
          total: z.int().optional(),
          hasMore: z.boolean().optional(),
        }),
        ...base,
      }),
    ],
    ["logging/setLevel", empty],
    ["resources/subscribe", empty],
    ["resources/unsubscribe", empty],
    ["subscriptions/listen", z.looseObject({ ...base, _meta: subscribed })],
  ]);
}

function initializeResult(since: Since, base: z.ZodRawShape): z.ZodType {
  return z.looseObject({
    protocolVersion: z.string(),
    capabilities: serverCapabilities(since),
    serverInfo: implementation(since),
    instructions: z.string().optional(),
    ...base,
  });
}

function discoverResult(since: Since, base: z.ZodRawShape): z.ZodType {
  return z.looseObject({
    supportedVersions: z.array(z.string()).min(1),
    capabilities: serverCapabilities(since),
    instructions: z.string().optional(),
    ...base,
    ...cachePair(since),
  });
}

function callResult(since: Since, base: z.ZodRawShape): z.ZodType {
  return z.looseObject({
    content: z.array(contentBlock(since)),
    isError: z.boolean().optional(),
    ...when(since("2025-06-18", "2025-11-25"), {
      structuredContent: z.record(z.string(), z.unknown()).optional(),
    }),
    ...base,
  });
}

const subscribed = z.looseObject({ "io.modelcontextprotocol/subscriptionId": requestId });
const level = z.enum(["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"]);

function notifications(since: Since): ReadonlyMap<string, z.ZodType> {
  // On 2026-07-28 changes are told on listen streams only, under the stream's id.
  const change = since("2026-07-28")
    ? z.looseObject({ _meta: subscribed })
    : z.looseObject({ _meta: meta.optional() }).optional();
  const updated = z.looseObject({ uri, ...when(since("2026-07-28"), { _meta: subscribed }) });
  const filter = z.looseObject({
    toolsListChanged: z.boolean().optional(),
    promptsListChanged: z.boolean().optional(),
    resourcesListChanged: z.boolean().optional(),
    resourceSubscriptions: z.array(uri).optional(),
  });
  return new Map<string, z.ZodType>([
    [
      "notifications/progress",
      z.looseObject({
        progressToken,
        progress: z.number(),
        total: z.number().optional(),
        ...when(since("2025-03-26"), { message: z.string().optional() }),
      }),
    ],
    [
      "notifications/message",
      z
        .looseObject({ level, logger: z.string().optional() })
        .refine((params) => Object.hasOwn(params, "data"), "lacks data"),
    ],
    [
      "notifications/cancelled",
      z.looseObject({ requestId: since("2025-11-25", "2025-11-25") ? requestId.optional() : requestId }),
    ],
    ["notifications/tools/list_changed", change],
    ["notifications/prompts/list_changed", change],
    ["notifications/resources/list_changed", change],
    ["notifications/resources/updated", updated],
    ["notifications/subscriptions/acknowledged", z.looseObject({ notifications: filter, _meta: subscribed })],
  ]);
}

function inputRequired(since: Since): z.ZodType {
  const question = z
    .discriminatedUnion("method", [
      z.looseObject({ method: z.literal("elicitation/create"), params: elicitation(since) }),
      z.looseObject({ method: z.literal("sampling/createMessage"), params: sampling(since) }),
      z.looseObject({ method: z.literal("roots/list"), params: roots }),
    ])
    .refine(
      (entry) => !(Object.hasOwn(entry, "id") || Object.hasOwn(entry, "jsonrpc")),
      "carries an id or jsonrpc: it is no message",
    );
  return z
    .looseObject({
      ...resultBase(since, "input_required"),
      inputRequests: z.record(z.string(), question).optional(),
      requestState: z.string().optional(),
    })
    .refine(
      (result) => result["inputRequests"] !== undefined || result["requestState"] !== undefined,
      "holds neither inputRequests nor requestState",
    );
}
