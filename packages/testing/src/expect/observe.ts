import {
  type CallToolResult,
  type InputRequiredResult,
  isMcpError,
  type JsonObject,
  type LogMessage,
  messageOf,
  type Progress,
} from "@snodo/protocol";
import type { AskedInput, InputRecorder } from "./record-input.ts";

/** What `expectTool` needs of a client: ours has it, others need three lines. */
export interface ToolCaller {
  callTool(
    name: string,
    args: JsonObject,
    options: {
      readonly onProgress: (progress: Progress) => void;
      readonly onLog: (message: LogMessage) => void;
    },
  ): Promise<CallToolResult>;
}

/** How a tool is called. */
export interface ObserveOptions {
  /** The recorder whose handlers the client has; what is asked during the call is then part of the observation. */
  readonly input?: InputRecorder | undefined;
}

/** Everything that was seen of one call. Exactly one of `result`, `inputRequired` and `error` is set. */
export interface ToolObservation {
  /** The call as it would be written: `greet({"name":"Ada"})`. */
  readonly call: string;
  readonly result?: CallToolResult | undefined;
  /** The questions the call ended with, because nobody answers them. */
  readonly inputRequired?: InputRequiredResult | undefined;
  /** What the call rejected with. */
  readonly error?: unknown;
  readonly progress: readonly Progress[];
  readonly logs: readonly LogMessage[];
  /** What the server asked, in order. */
  readonly asked: readonly AskedInput[];
}

/**
 * Calls a tool and remembers everything that is seen of the call. Never rejects.
 *
 * @param client - a connected client
 * @param name - the tool
 * @param args - its arguments
 * @param options - the recorder of what is asked
 */
export async function observeTool(
  client: ToolCaller,
  name: string,
  args: JsonObject = {},
  { input }: ObserveOptions = {},
): Promise<ToolObservation> {
  const progress: Progress[] = [];
  const logs: LogMessage[] = [];
  const before = input?.asked.length ?? 0;
  const call = `${name}(${Object.keys(args).length === 0 ? "" : JSON.stringify(args)})`;
  const seen = { call, progress, logs };
  try {
    const result = await client.callTool(name, args, {
      onProgress: (report) => progress.push(report),
      onLog: (message) => logs.push(message),
    });
    return { ...seen, result, asked: input?.asked.slice(before) ?? [] };
  } catch (error) {
    const asked = input?.asked.slice(before) ?? [];
    if (!isMcpError(error, "input_required")) return { ...seen, error, asked };
    const inputRequired = error.reason.result as InputRequiredResult;
    return { ...seen, inputRequired, asked: [...asked, ...questionsOf(inputRequired)] };
  }
}

/**
 * The text of a result: its text blocks, one a line.
 *
 * @param result - a tool's result
 */
export function textOf(result: CallToolResult): string {
  return result.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}

/**
 * How a call ended, in one line for a failure.
 *
 * @param observation - of the call
 */
export function outcome({ result, inputRequired, error }: ToolObservation): string {
  if (inputRequired !== undefined) return "it asked for input";
  if (result === undefined) {
    return `it ${isAnswer(error) ? "was refused" : "got no answer"}: ${codeOf(error)}${messageOf(error)}`;
  }
  return `${result.isError === true ? "it failed with" : "it returned"} ${JSON.stringify(textOf(result))}`;
}

/**
 * Whether an error is what the server answered. That a connection broke or time was up is none; of an error of another
 * client it cannot be told.
 *
 * @param error - what a call rejected with, if it did
 */
export function isAnswer(error: unknown): boolean {
  return error !== undefined && (!isMcpError(error) || error.kind === "server");
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? `${String(error.code)} ` : "";
}

function questionsOf({ inputRequests = {} }: InputRequiredResult): readonly AskedInput[] {
  return Object.values(inputRequests).map(({ method, params = {} }) => ({
    kind: kindOf(method, params),
    params,
  }));
}

function kindOf(method: string, params: JsonObject): AskedInput["kind"] {
  if (method === "sampling/createMessage") return "sampling";
  if (method === "roots/list") return "roots";
  return params["mode"] === "url" ? "url" : "form";
}
