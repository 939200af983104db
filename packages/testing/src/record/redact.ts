import { isObject } from "@snodo/protocol";

/** What stands where a secret stood. */
export const REDACTED = "[redacted]";

/** What counts as a secret besides the names and forms that are known. */
export interface RedactOptions {
  /** Values that must not appear anywhere. */
  readonly secrets?: readonly string[] | undefined;
  /** Further member names whose text is hidden, compared without case, `-` and `_`. */
  readonly keys?: readonly string[] | undefined;
}

const KEYS = [
  "authorization",
  "proxyauthorization",
  "cookie",
  "setcookie",
  "token",
  "accesstoken",
  "refreshtoken",
  "idtoken",
  "authtoken",
  "apitoken",
  "bearertoken",
  "sessiontoken",
  "apikey",
  "xapikey",
  "secret",
  "clientsecret",
  "password",
  "passwd",
  "passphrase",
  "privatekey",
  "credential",
  "credentials",
  "codeverifier",
  "assertion",
  "clientassertion",
  "sessionid",
  "mcpsessionid",
];

/** Texts that give themselves away: authorization headers, JWTs, keys of well-known issuers, URLs with credentials. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic|DPoP)\s+[A-Za-z0-9\-._~+/]+=*/gi, `$1 ${REDACTED}`],
  [/\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*/g, REDACTED],
  [/\b(?:sk|pk|rk)[-_](?:[A-Za-z0-9]+[-_])*[A-Za-z0-9]{16,}/g, REDACTED],
  [/\bgh[pousr]_[A-Za-z0-9]{20,}/g, REDACTED],
  [/\bgithub_pat_[A-Za-z0-9_]{20,}/g, REDACTED],
  [/\bxox[abprs]-[A-Za-z0-9-]{10,}/g, REDACTED],
  [/\bA(?:KIA|SIA)[A-Z0-9]{16}\b/g, REDACTED],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/g, REDACTED],
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@:]+:[^\s/@]+@/gi, `$1${REDACTED}@`],
  [
    /([?&](?:access_token|token|api_?key|key|secret|signature|sig|password|code)=)[^&\s"']+/gi,
    `$1${REDACTED}`,
  ],
];

/**
 * Makes a function that copies a JSON value without its secrets.
 *
 * @param options - what else is a secret
 */
export function redactor(options: RedactOptions = {}): (value: unknown) => unknown {
  const keys = new Set([...KEYS, ...(options.keys ?? [])].map(plain));
  // Longest first, so that a secret that contains another is hidden whole.
  const secrets = [...(options.secrets ?? [])]
    .filter((secret) => secret !== "")
    .sort((a, b) => b.length - a.length);
  const text = (value: string): string => {
    let clean = value;
    for (const secret of secrets) clean = clean.replaceAll(secret, REDACTED);
    for (const [form, replacement] of FORMS) clean = clean.replace(form, replacement);
    return clean;
  };
  const copy = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return value.map(copy);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [
        text(key),
        typeof member === "string" && keys.has(plain(key)) ? REDACTED : copy(member),
      ]),
    );
  };
  return copy;
}

function plain(key: string): string {
  return key.toLowerCase().replace(/[-_]/g, "");
}
