import { EXIT } from "../exit/exit-codes.ts";
import type { ServerCommand } from "../invocation.ts";
import { noMoreWords } from "./words.ts";

/** `snodo ping`: whether the server answers, and how fast. */
export const ping: ServerCommand = async ({ client, words, output, stopper }) => {
  noMoreWords(words);
  const { protocolVersion, era } = client.session;
  const start = performance.now();
  // There is no ping since 2026-07-28: the cheapest question there is takes its place.
  if (era === "initialize") await client.ping({ signal: stopper.signal });
  else await client.discover({ signal: stopper.signal, bypassCache: true });
  const ms = Math.round((performance.now() - start) * 10) / 10;
  const document = { ok: true, ms, server: client.label, protocolVersion };
  output.result(document, () => `${client.label} answers in ${ms} ms (${protocolVersion})`);
  return EXIT.Ok;
};
