import {
  type ClientIdentity,
  type Clock,
  type Diagnostics,
  ErrorCode,
  isObject,
  isRevision,
  type JsonObject,
  LOG_LEVELS,
  McpError,
  REVISIONS,
  type Revision,
  systemClock,
} from "@snodo/protocol";
import { checkSignal } from "../calls/signal.ts";
import { count, timeLimit } from "../durations.ts";
import { type ExtensionRegistry, extensionRegistry } from "../extensions/registry.ts";
import { declaredCapabilities } from "../input/capabilities.ts";
import type { InputHandlers } from "../input/handlers.ts";
import type { Interceptor } from "../interceptors.ts";
import type { ConnectOptions } from "../options.ts";
import { VERSION } from "../version.ts";
import { consoleDiagnostics, guarded } from "./diagnostics.ts";

/** The options of a client, checked and with their defaults. */
export interface Settings {
  readonly options: ConnectOptions;
  readonly allowed: readonly Revision[];
  readonly identity: ClientIdentity;
  readonly handlers: InputHandlers;
  readonly hasHandlers: boolean;
  readonly extensions: ExtensionRegistry;
  readonly interceptors: readonly Interceptor[];
  readonly clock: Clock;
  readonly random: () => number;
  readonly diagnostics: Diagnostics;
  readonly timeout: number | undefined;
  readonly probeTimeout: number | undefined;
  readonly maxInputRounds: number;
  readonly maxServerRequests: number;
  readonly maxPages: number;
}

/**
 * Checks the options of a client before anything is started.
 *
 * @param options - what the caller gave
 * @param untimed - true when calls have no time limit unless one is asked for
 * @throws TypeError naming the option that is wrong; McpError -32602 for a revision this library does not speak
 */
export function readSettings(options: ConnectOptions, untimed: boolean): Settings {
  const { logLevel, clientInfo } = options;
  if (logLevel !== undefined && !LOG_LEVELS.includes(logLevel)) {
    throw new TypeError(`logLevel must be one of ${LOG_LEVELS.join(", ")}`);
  }
  if (
    clientInfo !== undefined &&
    (typeof clientInfo.name !== "string" || typeof clientInfo.version !== "string")
  ) {
    throw new TypeError("clientInfo needs a name and a version, both strings");
  }
  checkParts(options);
  const handlers = checkedHandlers(options.inputHandlers ?? {});
  const extensions = extensionRegistry(options.extensions ?? []);
  const capabilities = declaredCapabilities(options.clientCapabilities ?? {}, handlers, extensions.settings);
  return {
    options,
    allowed: allowedRevisions(options.protocol),
    identity: {
      clientInfo: (clientInfo ?? { name: "snodo", version: VERSION }) as unknown as JsonObject,
      capabilities,
    },
    handlers,
    hasHandlers: Object.values(handlers).some((handler) => handler !== undefined),
    extensions,
    interceptors: options.interceptors ?? [],
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
    diagnostics: guarded(options.diagnostics ?? consoleDiagnostics),
    timeout:
      options.timeout === undefined && untimed ? undefined : timeLimit("timeout", options.timeout ?? 30_000),
    probeTimeout: timeLimit("probeTimeout", options.probeTimeout ?? 10_000),
    maxInputRounds: count("maxInputRounds", options.maxInputRounds ?? 10, 0),
    maxServerRequests: count("maxServerRequests", options.maxServerRequests ?? 16, 1),
    maxPages: count("maxPages", options.maxPages ?? 1000, 1),
  };
}

/** Objects of the application, and the method each is used through; undefined for plain functions. */
const PARTS: readonly (readonly [keyof ConnectOptions, method: string | undefined])[] = [
  ["diagnostics", "report"],
  ["cache", "attach"],
  ["outputValidator", "compile"],
  ["onLog", undefined],
  ["onNotification", undefined],
];

function checkParts(options: ConnectOptions): void {
  checkSignal("signal", options.signal);
  for (const [name, method] of PARTS) {
    const part: unknown = options[name];
    if (part === undefined) continue;
    const run: unknown =
      method === undefined ? part : (part as Readonly<Record<string, unknown>> | null)?.[method];
    if (typeof run !== "function")
      throw new TypeError(
        `${name} must be ${method === undefined ? "a function" : `an object with ${method}()`}`,
      );
  }
  const { interceptors = [] } = options;
  if (!Array.isArray(interceptors) || !interceptors.every((entry) => typeof entry === "function"))
    throw new TypeError("interceptors must be an array of functions");
}

const KINDS = ["form", "url", "sampling", "roots"];

function checkedHandlers(handlers: InputHandlers): InputHandlers {
  if (!isObject(handlers)) throw new TypeError("inputHandlers must be an object");
  for (const [kind, handler] of Object.entries(handlers)) {
    if (!KINDS.includes(kind)) throw new TypeError(`inputHandlers.${kind} is none of ${KINDS.join(", ")}`);
    if (handler !== undefined && typeof handler !== "function") {
      throw new TypeError(`inputHandlers.${kind} must be a function`);
    }
  }
  return handlers;
}

function allowedRevisions(protocol: ConnectOptions["protocol"]): readonly Revision[] {
  if (protocol === undefined) return REVISIONS;
  const wanted: readonly unknown[] = Array.isArray(protocol) ? protocol : [protocol];
  if (wanted.length === 0) throw new TypeError("protocol must name at least one revision");
  const unknown = wanted.filter((revision) => !isRevision(revision));
  if (unknown.length > 0) {
    const requested = wanted.map(String);
    throw new McpError(
      `protocol ${unknown.map(String).join(", ")} is not spoken by this client; it speaks ${REVISIONS.join(", ")}`,
      {
        kind: "protocol",
        code: ErrorCode.InvalidParams,
        data: { requested, supported: REVISIONS },
        reason: { type: "unsupported_version", requested, supported: REVISIONS },
      },
    );
  }
  return REVISIONS.filter((revision) => wanted.includes(revision));
}
