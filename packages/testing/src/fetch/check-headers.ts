import {
  argumentHeaders,
  decodeHeaderValue,
  findMethod,
  type HeaderPlan,
  isObject,
  type JsonObject,
  type JsonRpcNotification,
  type JsonRpcRequest,
  META,
  own,
  type Revision,
  readHeaderAnnotations,
} from "@snodo/protocol";

/**
 * Compares the protocol headers of a 2026-07-28 request with its body.
 *
 * Spec: 2026-07-28 basic/transports/streamable-http, Server Validation.
 *
 * @param headers - of the HTTP request
 * @param message - its body
 * @param revision - names the catalog to look the method up in
 * @param inputSchema - of the tool that is called, when there is one
 * @returns the first disagreement in words, or undefined
 */
export function headerMismatch(
  headers: Headers,
  message: JsonRpcRequest | JsonRpcNotification,
  revision: Revision,
  inputSchema: JsonObject | undefined,
): string | undefined {
  const params = message.params ?? {};
  const meta = own(params, "_meta");
  const version = isObject(meta) ? own(meta, META.protocolVersion) : undefined;
  const nameParam = findMethod(revision, message.method)?.nameParam;
  const name = nameParam === undefined ? undefined : own(params, nameParam);
  return (
    (typeof version === "string" ? compare(headers, "MCP-Protocol-Version", version) : undefined) ??
    compare(headers, "Mcp-Method", message.method) ??
    (typeof name === "string" ? compare(headers, "Mcp-Name", name) : undefined) ??
    (message.method === "tools/call" && inputSchema !== undefined
      ? argumentMismatch(headers, inputSchema, own(params, "arguments"))
      : undefined)
  );
}

function argumentMismatch(headers: Headers, inputSchema: JsonObject, values: unknown): string | undefined {
  const annotations = readHeaderAnnotations(inputSchema);
  if (!annotations.valid) return undefined;
  for (const param of annotations.plan) {
    const expected = expectedHeader([param], values)?.[param.header];
    const problem =
      expected === undefined
        ? unexpected(headers, param.header)
        : compare(headers, param.header, decodeHeaderValue(expected) ?? expected);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** An argument of the wrong type is the tool's business, not a header's. */
function expectedHeader(plan: HeaderPlan, values: unknown): Readonly<Record<string, string>> | undefined {
  try {
    return argumentHeaders(plan, values);
  } catch {
    return undefined;
  }
}

function compare(headers: Headers, header: string, expected: string): string | undefined {
  const value = headers.get(header);
  if (value === null) return `the header ${header} is missing`;
  const decoded =
    header === "MCP-Protocol-Version" || header === "Mcp-Method" ? value : decodeHeaderValue(value);
  return decoded === expected ? undefined : `the header ${header} does not match the body`;
}

function unexpected(headers: Headers, header: string): string | undefined {
  return headers.get(header) === null ? undefined : `the header ${header} has no argument in the body`;
}
