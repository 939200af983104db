import fc from "fast-check";

/** One change to a JSON value: what is done, to which of its nodes, and with which odd value. */
export type JsonEdit = readonly [operation: number, node: number, odd: number];

/** JSON texts that are legal, and seldom expected. */
const ODD: readonly string[] = [
  "null",
  "true",
  "false",
  "0",
  "-0",
  "-1",
  "1.5",
  "1e308",
  "9007199254740993",
  '""',
  '" "',
  '"\\ud800"',
  '"\\u0000\\r\\nX: y"',
  '"__proto__"',
  '"complete"',
  '"input_required"',
  '"2026-07-28"',
  '"2025-11-25"',
  '"constructor"',
  "[]",
  "{}",
  "[null]",
  "[[[[[[[[]]]]]]]]",
  '{"__proto__":{"polluted":1}}',
  '{"toString":1,"then":2,"toJSON":3}',
  '{"jsonrpc":"2.0","id":1,"result":{}}',
  '{"nextCursor":""}',
  `"${"x".repeat(5000)}"`,
];
const KEYS = ["__proto__", "constructor", "then", "toJSON", "", "id", "error", "result", "method", "_meta"];

type Container = Record<string, unknown> | unknown[];
type Place = readonly [container: Container, key: string | number];

const OPERATIONS = ["replace", "replace", "remove", "add", "rename", "double"] as const;

/** Up to four changes. */
export const jsonEdits: fc.Arbitrary<readonly JsonEdit[]> = fc.array(
  fc.tuple(fc.nat(OPERATIONS.length - 1), fc.nat(0xffff), fc.nat(0xff)),
  { maxLength: 4 },
);

/**
 * Applies changes to a value that nobody else holds.
 *
 * @param value - from `JSON.parse`; is changed
 * @param edits - from {@link jsonEdits}
 */
export function applyJsonEdits(value: unknown, edits: readonly JsonEdit[]): unknown {
  const root = { value };
  for (const [operation, node, odd] of edits) {
    const places = placesIn(root);
    const place = places[node % places.length];
    if (place === undefined) continue;
    // The value as a whole can only be replaced or added to.
    const whole = place[0] === root && operation !== OPERATIONS.indexOf("add");
    change(whole ? "replace" : (OPERATIONS[operation] ?? "replace"), place, odd);
  }
  return root.value;
}

/** Every place of a value that holds another one, itself first. */
function placesIn(root: { readonly value: unknown }): readonly Place[] {
  const places: Place[] = [[root as Record<string, unknown>, "value"]];
  for (let at = 0; at < places.length; at += 1) {
    const [container, key] = places[at] as Place;
    const held = read(container, key);
    if (Array.isArray(held)) for (const index of held.keys()) places.push([held, index]);
    else if (typeof held === "object" && held !== null) {
      for (const name of Object.keys(held)) places.push([held as Record<string, unknown>, name]);
    }
  }
  return places;
}

function change(operation: (typeof OPERATIONS)[number], [container, key]: Place, odd: number): void {
  const held = read(container, key);
  const oddValue = (): unknown => JSON.parse(ODD[odd % ODD.length] as string);
  const name = KEYS[odd % KEYS.length] as string;
  switch (operation) {
    case "replace":
      return write(container, key, oddValue());
    case "remove":
      if (Array.isArray(container)) container.splice(Number(key), 1);
      else delete container[String(key)];
      return;
    case "add":
      if (Array.isArray(held)) held.push(oddValue());
      else if (typeof held === "object" && held !== null) write(held as Container, name, oddValue());
      return;
    case "rename":
      if (Array.isArray(container)) return;
      delete container[String(key)];
      return write(container, name, held);
    case "double":
      if (Array.isArray(container)) container.splice(Number(key), 0, held);
      return;
  }
}

function read(container: Container, key: string | number): unknown {
  return Object.getOwnPropertyDescriptor(container, key)?.value;
}

/** `__proto__` is a name like any other in JSON. */
function write(container: Container, key: string | number, value: unknown): void {
  Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true });
}
