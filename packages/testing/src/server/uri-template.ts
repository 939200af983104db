/**
 * Matches a URI against a template: `{name}` is one segment, `{+name}` and `{name*}` any text.
 *
 * @param template - RFC 6570, simple and reserved expansion only
 * @param uri - the URI that is read
 * @returns the variables, decoded, or undefined when the URI does not match
 */
export function matchTemplate(template: string, uri: string): ReadonlyMap<string, string> | undefined {
  const names: string[] = [];
  const pattern = template
    .split(/(\{[^}]*\})/)
    .map((part) => {
      const variable = /^\{(\+?)([^}*]+)(\*?)\}$/.exec(part);
      if (variable === null) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      names.push(variable[2] as string);
      return variable[1] === "+" || variable[3] === "*" ? "(.+)" : "([^/]+)";
    })
    .join("");
  const match = new RegExp(`^${pattern}$`).exec(uri);
  if (match === null) return undefined;
  return new Map(names.map((name, index) => [name, decode(match[index + 1] ?? "")]));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
