import { parseUrl } from "../net/url-policy.ts";

/**
 * Refuses a client id metadata document URL that no server may accept.
 * spec: 2026-07-28 basic/authorization/client-registration, client ID metadata documents.
 *
 * @param url - where the document is published
 * @throws TypeError naming what is wrong with it
 */
export function checkClientMetadataUrl(url: string): void {
  const parsed = parseUrl(url);
  const problem =
    parsed === undefined || parsed.protocol !== "https:"
      ? "must be an https URL"
      : parsed.pathname === "/"
        ? "must have a path"
        : parsed.hash !== "" || parsed.username !== "" || parsed.password !== ""
          ? "must have neither fragment nor user name"
          : undefined;
  if (problem !== undefined) throw new TypeError(`clientMetadataUrl ${problem}`);
}
