/** Deeper values take the slow way, which knows how to refuse a cycle. */
const DEEP = 64;

/**
 * Copies a value as JSON would carry it: nothing is shared with the original, and what JSON cannot say is gone.
 *
 * The same outcome as `JSON.parse(JSON.stringify(value))`, at a fraction of its cost for small messages.
 *
 * @param value - what crosses
 * @throws TypeError for a cycle or a BigInt
 */
export function jsonCopy<T>(value: T): T {
  return copy(value, 0) as T;
}

function copy(value: unknown, depth: number): unknown {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? (Object.is(value, -0) ? 0 : value) : null;
    case "object":
      return value === null ? null : copyObject(value, depth);
    case "bigint":
      return slow(value);
    default:
      return undefined;
  }
}

function copyObject(value: object, depth: number): unknown {
  const plain = Object.getPrototypeOf(value) === Object.prototype && !("toJSON" in value);
  if (depth > DEEP || !(plain || Array.isArray(value))) return slow(value);
  if (Array.isArray(value)) return copyArray(value, depth);
  const fresh: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const item = copy((value as Record<string, unknown>)[key], depth + 1);
    if (item === undefined) continue;
    // Assigning to this one name would change the prototype instead.
    if (key === "__proto__")
      Object.defineProperty(fresh, key, {
        value: item,
        enumerable: true,
        writable: true,
        configurable: true,
      });
    else fresh[key] = item;
  }
  return fresh;
}

function copyArray(value: readonly unknown[], depth: number): unknown[] {
  const fresh: unknown[] = new Array(value.length);
  for (let index = 0; index < value.length; index += 1) {
    const item = copy(value[index], depth + 1);
    fresh[index] = item === undefined ? null : item;
  }
  return fresh;
}

function slow(value: unknown): unknown {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? undefined : JSON.parse(text);
}
