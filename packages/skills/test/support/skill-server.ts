import { createHash } from "node:crypto";
import { type Client, type ConnectOptions, direct } from "@snodo/client";
import { type CacheHint, type TestServer, testServer } from "@snodo/testing";
import { SKILLS, skills } from "../../src/index.ts";

export const ROOT = "skill://acme/pdf";
export const MANIFEST = `${ROOT}/SKILL.md`;

export const SKILL_TEXT = `---
name: pdf
description: Fill and assemble PDF documents
metadata:
  version: 2.1
---
Read \`references/forms.md\` first.
`;

export const frontmatter = {
  name: "pdf",
  description: "Fill and assemble PDF documents",
  metadata: { version: 2.1 },
};

export type Files = Record<string, string | { readonly blob: string }>;

function bytesOf(content: Files[string]): Buffer {
  return typeof content === "string" ? Buffer.from(content) : Buffer.from(content.blob, "base64");
}

/** What an honest server says of a file. */
export function resource(uri: string, content: Files[string]) {
  const bytes = bytesOf(content);
  return { uri, digest: `sha256:${createHash("sha256").update(bytes).digest("hex")}`, size: bytes.length };
}

/** What an honest server says of a skill with these files. */
export function entryFor(files: Files, uri = MANIFEST) {
  return {
    uri,
    frontmatter,
    resources: Object.entries(files).map(([file, content]) => resource(file, content)),
  };
}

export interface SkillServerOptions {
  readonly files?: Files;
  /** The pages of `skills/list`; one page with the honest entry by default. */
  readonly pages?: readonly (readonly unknown[])[];
  readonly get?: (uri: string) => unknown;
  readonly directory?: readonly unknown[];
  readonly declared?: object | undefined;
  readonly cache?: CacheHint;
  readonly client?: Omit<ConnectOptions, "signal">;
}

export interface Connected {
  readonly client: Client;
  readonly server: TestServer;
  /** What is served; tests may change it. */
  readonly files: Files;
  /** The URIs that were read, in order. */
  readonly reads: () => readonly unknown[];
}

const defaultFiles: Files = {
  [MANIFEST]: SKILL_TEXT,
  [`${ROOT}/references/forms.md`]: "How forms work.",
};

/** A client connected to a server with one skill. */
export async function connected(options: SkillServerOptions = {}): Promise<Connected> {
  const files: Files = { ...(options.files ?? defaultFiles) };
  const pages = options.pages ?? [[entryFor(files)]];
  const declared = "declared" in options ? options.declared : {};
  const read = (uri: string) => {
    const content = files[uri] ?? "";
    const item = typeof content === "string" ? { uri, text: content } : { uri, ...content };
    return { contents: [item] };
  };
  const server = testServer({
    capabilities: {
      resources: {},
      ...(declared === undefined ? {} : { extensions: { [SKILLS]: { ...declared } } }),
    },
    resources: Object.fromEntries(Object.keys(files).map((uri) => [uri, { read }])),
    methods: {
      "skills/list": ({ cursor }) => {
        const at = Number(cursor ?? 0);
        return { skills: pages[at], ...(at + 1 < pages.length ? { nextCursor: String(at + 1) } : {}) };
      },
      "skills/get": ({ uri }) => (options.get ?? (() => ({ skill: entryFor(files) })))(String(uri)),
      "resources/directory/read": () => ({ resources: options.directory ?? [] }),
    },
    ...(options.cache === undefined ? {} : { cache: options.cache }),
  });
  const client = await direct(server, { extensions: [skills()], ...options.client });
  const reads = () =>
    server.received.flatMap((message) =>
      "method" in message && message.method === "resources/read"
        ? [(message.params as { uri: string }).uri]
        : [],
    );
  return { client, server, files, reads };
}
