import { ErrorCode, isObject, META, own } from "@snodo/protocol";
import type { Examiner } from "../examiner.ts";
import { bodiesAndOrigins, contentType, shown } from "./shared.ts";
import type { HeaderChanges, HttpAnswer, Wire } from "./wire.ts";

const UNSPOKEN = "1999-01-01";
const DISCOVER = "server/discover";

/**
 * The HTTP rules of 2026-07-28.
 *
 * @param wire - plain HTTP to the server
 * @param examiner - of the revision
 * @param handshake - whether the server speaks the initialize era, too: it may then take a bad request for one of that
 */
export async function statelessHttp(wire: Wire, examiner: Examiner, handshake: boolean): Promise<void> {
  const discover = (headers: HeaderChanges): Promise<HttpAnswer> =>
    wire.stateless(examiner.revision, DISCOVER, {}, headers);
  const whole = await discover({});
  contentType(examiner, DISCOVER, whole);
  examiner.note("http-session-id", whole.headers.get("mcp-session-id") === null, () => ({
    subject: DISCOVER,
    problem: "the answer carries Mcp-Session-Id; this revision has no sessions",
  }));
  await headers(wire, examiner, discover, handshake);
  await refusals(wire, examiner);
  if (!handshake) await otherMethods(wire, examiner);
  await bodiesAndOrigins(wire, examiner, discover, {
    "MCP-Protocol-Version": examiner.revision,
    "Mcp-Method": DISCOVER,
  });
}

async function headers(
  wire: Wire,
  examiner: Examiner,
  discover: (headers: HeaderChanges) => Promise<HttpAnswer>,
  handshake: boolean,
): Promise<void> {
  const expect = (answer: HttpAnswer, what: string, dual = false): void =>
    examiner.note(
      "http-headers",
      answer.status === 400 && (answer.code === ErrorCode.HeaderMismatch || dual),
      () => ({
        subject: what,
        problem: `it was answered ${answer.status} with ${answer.code ?? "no JSON-RPC error"}, not 400 with -32020`,
        evidence: shown(answer),
      }),
    );
  expect(await discover({ "Mcp-Method": null }), "a request without Mcp-Method");
  expect(await discover({ "Mcp-Method": "tools/list" }), "a request with another Mcp-Method");
  expect(
    await discover({ "MCP-Protocol-Version": null }),
    "a request without MCP-Protocol-Version",
    handshake,
  );
  expect(
    await discover({ "MCP-Protocol-Version": "2025-06-18" }),
    "a request with another MCP-Protocol-Version",
    handshake,
  );
  if (examiner.capabilities["tools"] === undefined) return;
  const call = (name: HeaderChanges): Promise<HttpAnswer> =>
    wire.stateless(examiner.revision, "tools/call", { name: "snodo-no-such-tool", arguments: {} }, name);
  expect(await call({}), "a tools/call without Mcp-Name");
  expect(await call({ "Mcp-Name": "another" }), "a tools/call with another Mcp-Name");
}

async function refusals(wire: Wire, examiner: Examiner): Promise<void> {
  const { revision } = examiner;
  const status = (answer: HttpAnswer, what: string, expected: number, code: number): void =>
    examiner.note("http-status", answer.status === expected && answer.code === code, () => ({
      subject: what,
      problem: `it was answered ${answer.status} with ${answer.code ?? "no JSON-RPC error"}, not ${expected} with ${code}`,
      evidence: shown(answer),
    }));
  status(
    await wire.stateless(revision, "snodo/no-such-method", {}),
    "an unknown method",
    404,
    ErrorCode.MethodNotFound,
  );
  const partial = { [META.protocolVersion]: revision };
  const bare = await wire.stateless(revision, DISCOVER, { _meta: partial });
  status(bare, `a request without ${META.clientCapabilities}`, 400, ErrorCode.InvalidParams);
  const meta = { [META.protocolVersion]: UNSPOKEN, [META.clientCapabilities]: {} };
  const old = await wire.stateless(revision, DISCOVER, { _meta: meta }, { "MCP-Protocol-Version": UNSPOKEN });
  status(old, `a request in version ${UNSPOKEN}`, 400, ErrorCode.UnsupportedVersion);
  const error = own(old.message, "error");
  const data = isObject(error) && isObject(error["data"]) ? error["data"] : {};
  const supported = own(data, "supported");
  const told =
    Array.isArray(supported) && supported.includes(revision) && own(data, "requested") === UNSPOKEN;
  examiner.note("version-refused", old.code !== ErrorCode.UnsupportedVersion || told, () => ({
    subject: DISCOVER,
    problem: "the error does not say supported (with the versions the server speaks) and requested",
    evidence: error,
  }));
}

async function otherMethods(wire: Wire, examiner: Examiner): Promise<void> {
  for (const method of ["GET", "DELETE"]) {
    const answer = await wire.send(method, undefined, {
      accept: "text/event-stream",
      "MCP-Protocol-Version": examiner.revision,
    });
    examiner.note("http-method", answer.status === 405, () => ({
      subject: method,
      problem: `it was answered ${answer.status}, not 405`,
      evidence: shown(answer),
    }));
  }
}
