const MANIFEST = "/SKILL.md";

/**
 * The root of a skill: the URI of its directory, without a slash at the end.
 *
 * @param uri - of its `SKILL.md`
 * @returns undefined when the URI is not one of a `SKILL.md` in a named directory
 */
export function rootOf(uri: string): string | undefined {
  if (!uri.endsWith(MANIFEST)) return undefined;
  const root = uri.slice(0, -MANIFEST.length);
  const path = /^[a-z][a-z0-9+.-]*:\/\/([^?#\\]+)$/i.exec(root)?.[1];
  return path?.split("/").every(isPlain) === true ? root : undefined;
}

/** The last segment of a root, decoded: the name of the skill. */
export function nameIn(root: string): string {
  return decoded(root.slice(root.lastIndexOf("/") + 1)) ?? "";
}

/**
 * Says whether a URI names a file below a root, and stays there however it is read.
 *
 * @param root - from {@link rootOf}
 * @param uri - from the server
 */
export function isWithin(root: string, uri: string): boolean {
  if (!uri.startsWith(`${root}/`)) return false;
  const path = uri.slice(root.length + 1);
  return !/[?#\\]/.test(path) && path.split("/").every(isPlain);
}

/**
 * Resolves what a skill's text calls a file of it.
 *
 * @param root - from {@link rootOf}
 * @param reference - a path relative to the root, or a whole URI
 * @returns the URIs it may stand for: as it is written, and encoded; none when it leaves the root
 */
export function resolve(root: string, reference: string): readonly string[] {
  const [path = ""] = reference.split("#", 1);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(path)) return [path].filter((uri) => isWithin(root, uri));
  const plain = path.replace(/^(?:\.\/+)+/, "");
  // What is encoded already is not encoded again.
  const encoded = plain.includes("%") ? plain : plain.split("/").map(encodeURIComponent).join("/");
  return [...new Set([`${root}/${plain}`, `${root}/${encoded}`])].filter((uri) => isWithin(root, uri));
}

/** A segment that means itself: no step up, no separator or NUL in disguise. */
function isPlain(segment: string): boolean {
  const text = decoded(segment);
  return text !== undefined && text !== "" && text !== "." && text !== ".." && !/[/\\\0]/.test(text);
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
