import { fileURLToPath } from "node:url";
import { type HttpServer, serveHttp } from "@snodo/testing/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareExamples, runExample } from "../../../../scripts/lib/examples.mjs";
import { documents, fencesOf } from "../../../../scripts/lib/fences.mjs";
import { exampleServer } from "./example-server.ts";

const examples = documents()
  .flatMap(fencesOf)
  .filter(({ flags }) => flags.includes("run"));
// Inside of this app, where the packages that examples import are found.
const folder = fileURLToPath(new URL("../../node_modules/.cache/run/", import.meta.url));
let server: HttpServer;

beforeAll(async () => {
  prepareExamples(folder);
  server = await serveHttp(exampleServer());
});
afterAll(() => server.close());

test("there are examples that run", () => expect(examples.length).toBeGreaterThan(0));

test.concurrent.each(examples.map((fence) => [`${fence.document}:${fence.line}`, fence] as const))(
  "%s",
  async (title, { code, output }) => {
    const urls = { "https://example.com/mcp": server.url };
    const outcome = await runExample(folder, title.replace(/[^\w-]+/g, "-"), code, urls);
    expect(outcome).toMatchObject({ code: 0, stderr: "" });
    if (output !== undefined) expect(outcome.stdout.trimEnd()).toBe(output.trimEnd());
  },
  60_000,
);
