import { isObject, own, type ServerCapabilities } from "@snodo/protocol";
import { EXIT } from "../exit/exit-codes.ts";
import type { ServerCommand } from "../invocation.ts";
import { safeLine, safeText } from "../output/safe-text.ts";
import { table } from "../output/table.ts";
import { noMoreWords } from "./words.ts";

/** `snodo info`: what the server is, and what it offers. */
export const info: ServerCommand = async ({ client, words, output, stopper }) => {
  noMoreWords(words);
  const { session } = client;
  const asked = session.capabilities === undefined && session.era === "stateless";
  const said = asked ? await client.discover({ signal: stopper.signal }) : session;
  const { protocolVersion, era, serverInfo } = session;
  const { capabilities, instructions } = said;
  const document = { server: client.label, protocolVersion, era, serverInfo, capabilities, instructions };
  output.result(document, () => {
    const { style, width } = output;
    const dim = (text: string): string => style("dim", text);
    const name =
      serverInfo === undefined ? "unknown" : `${serverInfo.title ?? serverInfo.name} ${serverInfo.version}`;
    const rows = [
      ["server", safeLine(name)],
      ["target", client.label],
      ["protocol", `${protocolVersion} (${era === "stateless" ? "stateless" : "with initialize"})`],
      ["offers", offered(capabilities)],
      ...(serverInfo?.websiteUrl === undefined ? [] : [["website", safeLine(serverInfo.websiteUrl)]]),
    ];
    const facts = table(
      rows.map(([key = "", value = ""]) => [{ text: key, paint: dim }, { text: value }]),
      width,
    );
    return instructions === undefined ? facts : `${facts}\n\n${safeText(instructions)}`;
  });
  return EXIT.Ok;
};

/** Capabilities in a line: what there is, and in brackets what it can do besides. */
function offered(capabilities: ServerCapabilities | undefined): string {
  const names = Object.entries(capabilities ?? {}).flatMap(([name, value]) => {
    if (!isObject(value)) return [];
    if (name === "extensions" || name === "experimental") return Object.keys(value).map(safeLine);
    const more = Object.keys(value).filter((key) => own(value, key) === true);
    return [safeLine(more.length === 0 ? name : `${name} (${more.join(", ")})`)];
  });
  return names.length === 0 ? "nothing it says" : names.join(", ");
}
