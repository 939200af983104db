import type { Tool } from "snodo";

type Arguments = Record<string, string | number | boolean | null | object>;

const samples: Readonly<Record<string, Arguments[string]>> = {
  string: "sample",
  number: 2,
  integer: 3,
  boolean: true,
  array: [],
  object: {},
  null: null,
};

/** Arguments that satisfy a tool's required properties: what a person would type to try the tool. */
export function sampleArguments({ inputSchema }: Tool): Arguments {
  const { properties = {}, required = [] } = inputSchema as {
    readonly properties?: Readonly<Record<string, { readonly type?: string }>>;
    readonly required?: readonly string[];
  };
  return Object.fromEntries(
    required.map((name) => [name, samples[properties[name]?.type ?? "string"] ?? ""]),
  );
}
