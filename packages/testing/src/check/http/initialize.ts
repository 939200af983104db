import type { Examiner } from "../examiner.ts";
import { bodiesAndOrigins, contentType, shown } from "./shared.ts";
import type { HeaderChanges, HttpAnswer, Wire } from "./wire.ts";

const SESSION = "mcp-session-id";
const UNSPOKEN = "1999-01-01";

/**
 * The HTTP rules of the initialize era, on a session of their own.
 *
 * @param wire - plain HTTP to the server
 * @param examiner - of the revision
 */
export async function initializeHttp(wire: Wire, examiner: Examiner): Promise<void> {
  const { revision } = examiner;
  const params = {
    protocolVersion: revision,
    capabilities: {},
    clientInfo: { name: "snodo-check", version: "1.0.0" },
  };
  const initialize = (extra: HeaderChanges): Promise<HttpAnswer> =>
    wire.post({ jsonrpc: "2.0", id: 1, method: "initialize", params }, extra);
  const opened = await initialize({});
  contentType(examiner, "initialize", opened);
  if (opened.status !== 200) return;
  const id = opened.headers.get(SESSION);
  const headers: HeaderChanges = {
    ...(id === null ? {} : { [SESSION]: id }),
    ...(revision >= "2025-06-18" ? { "MCP-Protocol-Version": revision } : {}),
  };
  const ping = (extra: HeaderChanges = {}): Promise<HttpAnswer> =>
    wire.post({ jsonrpc: "2.0", id: 2, method: "ping" }, { ...headers, ...extra });
  const initialized = await wire.post({ jsonrpc: "2.0", method: "notifications/initialized" }, headers);
  examiner.note("http-notification", initialized.status === 202 && initialized.text === "", () => ({
    subject: "notifications/initialized",
    problem: `it was answered ${initialized.status}${initialized.text === "" ? "" : " with a body"}, not 202 without one`,
    evidence: shown(initialized),
  }));
  if (revision >= "2025-06-18") {
    const wrong = await ping({ "MCP-Protocol-Version": UNSPOKEN });
    examiner.note("http-version", wrong.status === 400, () => ({
      subject: `MCP-Protocol-Version: ${UNSPOKEN}`,
      problem: `it was answered ${wrong.status}, not 400`,
      evidence: shown(wrong),
    }));
  }
  await bodiesAndOrigins(wire, examiner, initialize, headers);
  await getStream(wire, examiner, headers);
  if (id !== null) await session(wire, examiner, id, headers, ping);
}

async function getStream(wire: Wire, examiner: Examiner, headers: HeaderChanges): Promise<void> {
  // The stream stays open without a word: what matters is how it begins.
  const answer = await wire.begin("GET", { accept: "text/event-stream", ...headers });
  const stream = answer.status === 200 && answer.contentType === "text/event-stream";
  examiner.note("http-method", stream || answer.status === 405, () => ({
    subject: "GET",
    problem: `it was answered ${answer.status} ${answer.contentType}, neither with an event stream nor 405`,
  }));
}

async function session(
  wire: Wire,
  examiner: Examiner,
  id: string,
  headers: HeaderChanges,
  ping: (extra?: HeaderChanges) => Promise<HttpAnswer>,
): Promise<void> {
  examiner.note("http-session-id", /^[\x21-\x7e]+$/.test(id), () => ({
    subject: "initialize",
    problem: "the session id has characters other than visible ASCII",
  }));
  const without = await ping({ [SESSION]: null });
  examiner.note("http-session-required", without.status === 400, () => ({
    subject: "a request without the session id",
    problem: `it was answered ${without.status}, not 400`,
    evidence: shown(without),
  }));
  const unknown = await ping({ [SESSION]: "00000000-0000-4000-8000-000000000000" });
  examiner.note("http-session-gone", unknown.status === 404, () => ({
    subject: "a request with an unknown session id",
    problem: `it was answered ${unknown.status}, not 404`,
    evidence: shown(unknown),
  }));
  const ended = await wire.send("DELETE", undefined, headers);
  const taken = ended.status >= 200 && ended.status < 300;
  examiner.note("http-method", taken || ended.status === 405, () => ({
    subject: "DELETE",
    problem: `it was answered ${ended.status}, neither 2xx nor 405`,
    evidence: shown(ended),
  }));
  if (!taken) return;
  const after = await ping();
  examiner.note("http-session-gone", after.status === 404, () => ({
    subject: "a request after DELETE",
    problem: `it was answered ${after.status}, not 404`,
    evidence: shown(after),
  }));
}
