/** Where programs live, who the user is, and how text and time are written. No name here holds a secret. */
const POSIX_SAFE: readonly string[] = [
  "HOME",
  "LANG",
  "LC_ALL",
  "LC_CTYPE",
  "LOGNAME",
  "PATH",
  "SHELL",
  "TERM",
  "TMPDIR",
  "TZ",
  "USER",
];

/** Windows programs fail in misleading ways without most of these: Winsock, for one, needs SYSTEMROOT. */
const WINDOWS_SAFE: readonly string[] = [
  "ALLUSERSPROFILE",
  "APPDATA",
  "COMMONPROGRAMFILES",
  "COMMONPROGRAMFILES(X86)",
  "COMMONPROGRAMW6432",
  "COMPUTERNAME",
  "COMSPEC",
  "DRIVERDATA",
  "HOMEDRIVE",
  "HOMEPATH",
  "LOCALAPPDATA",
  "NUMBER_OF_PROCESSORS",
  "OS",
  "PATH",
  "PATHEXT",
  "PROCESSOR_ARCHITECTURE",
  "PROCESSOR_IDENTIFIER",
  "PROCESSOR_LEVEL",
  "PROCESSOR_REVISION",
  "PROGRAMDATA",
  "PROGRAMFILES",
  "PROGRAMFILES(X86)",
  "PROGRAMW6432",
  "PSMODULEPATH",
  "PUBLIC",
  "SYSTEMDRIVE",
  "SYSTEMROOT",
  "TEMP",
  "TMP",
  "USERDOMAIN",
  "USERNAME",
  "USERPROFILE",
  "WINDIR",
];

/** Variables as `process.env` has them. */
export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The variables a server inherits by default: enough to find programs and the user's files, and no secrets.
 *
 * Values that are shell functions (they start with `()`) are left out.
 *
 * @param source - where they are taken from; defaults to `process.env`
 * @param platform - whose list applies, as `process.platform` names it; defaults to this one
 * @returns the variables that exist, under the names the source has for them
 */
export function safeEnvironment(
  source: Variables = process.env,
  platform: string = process.platform,
): Record<string, string> {
  const allowed = platform === "win32" ? WINDOWS_SAFE : POSIX_SAFE;
  return Object.fromEntries(pick(source, allowed, platform).filter(([, value]) => !value.startsWith("()")));
}

/**
 * The whole environment of a server.
 *
 * @param own - the caller's variables, which win; undefined values are ignored
 * @param inherit - everything of the source (`true`), the safe part, or the safe part and these names
 * @param source - the environment of this process
 * @param platform - on `win32` names that differ only in case are one variable
 */
export function serverEnvironment(
  own: Variables,
  inherit: boolean | readonly string[],
  source: Variables,
  platform: string,
): Record<string, string> {
  const same = nameFolder(platform);
  const merged = new Map<string, readonly [string, string]>();
  const add = (entries: readonly (readonly [string, string])[]): void => {
    for (const entry of entries) merged.set(same(entry[0]), entry);
  };
  if (inherit === true) add(present(source));
  else add(Object.entries(safeEnvironment(source, platform)));
  if (typeof inherit === "object") add(pick(source, inherit, platform));
  add(present(own));
  return Object.fromEntries(merged.values());
}

function pick(source: Variables, names: readonly string[], platform: string): [string, string][] {
  const same = nameFolder(platform);
  const wanted = new Set(names.map(same));
  return present(source).filter(([name]) => wanted.has(same(name)));
}

function present(variables: Variables): [string, string][] {
  return Object.entries(variables).filter((entry): entry is [string, string] => entry[1] !== undefined);
}

function nameFolder(platform: string): (name: string) => string {
  return platform === "win32" ? (name) => name.toUpperCase() : (name) => name;
}
