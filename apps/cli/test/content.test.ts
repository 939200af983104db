import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { at, FIXTURE } from "./support/fixture.ts";
import { BIN, environment, json, snodo } from "./support/run-snodo.ts";

describe.concurrent("every kind of content", () => {
  test("is one JSON document when it is piped", async () => {
    const ran = await snodo(at(FIXTURE, "call", "kinds"));
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    const { content, structuredContent } = json(ran) as {
      content: { type: string }[];
      structuredContent: unknown;
    };
    expect(content.map(({ type }) => type)).toEqual([
      "text",
      "image",
      "audio",
      "resource",
      "resource",
      "resource_link",
      "hologram",
    ]);
    expect(structuredContent).toEqual({ n: 1, list: ["ä", "🚀"] });
    expect(ran.stdout.trimEnd()).not.toContain("\n");
  });

  test("is saved where it says when it is piped, too, and replaces no file that is there", async () => {
    const folder = await mkdtemp(join(tmpdir(), "snodo-save-"));
    await writeFile(join(folder, "image-1.png"), "mine");
    const ran = await snodo(at(FIXTURE, "call", "kinds", "--save", folder));
    expect(json(ran)).toMatchObject({ structuredContent: { n: 1 } });
    const saved = ["image-2.png", "audio-3.wav", "resource-4.bin"];
    expect(ran.stderr).toBe(saved.map((name) => `saved ${join(folder, name)}\n`).join(""));
    expect((await readdir(folder)).sort()).toEqual(["image-1.png", ...saved].sort());
    expect(await readFile(join(folder, "image-1.png"), "utf8")).toBe("mine");
    const read = await snodo(at(FIXTURE, "read", "file:///pixel.png", "--save", folder));
    expect(read.stderr).toBe(`saved ${join(folder, "resource-1.png")}\n`);
  });

  test("is readable for people, with files saved where it says", async () => {
    const folder = await mkdtemp(join(tmpdir(), "snodo-save-"));
    const ran = await snodo(at(FIXTURE, "call", "kinds", "--text", "--save", folder));
    expect(ran.code).toBe(0);
    expect(ran.stdout.replaceAll(folder, "DIR").split("\n")).toEqual([
      "hello",
      "image/png, 70 bytes, saved as DIR/image-1.png",
      "audio/wav, 4 bytes, saved as DIR/audio-2.wav",
      "file:///a.txt",
      "inside",
      "file:///b.bin",
      "resource, 3 bytes, saved as DIR/resource-3.bin",
      "The third https://example.com/c",
      "  far away",
      "{",
      '  "type": "hologram",',
      '  "depth": 3',
      "}",
      "{",
      '  "n": 1,',
      '  "list": [',
      '    "ä",',
      '    "🚀"',
      "  ]",
      "}",
      "",
    ]);
    expect((await readdir(folder)).sort()).toEqual(["audio-2.wav", "image-1.png", "resource-3.bin"]);
    expect((await readFile(join(folder, "image-1.png"))).subarray(1, 4).toString()).toBe("PNG");
  });

  test("what a text block repeats of the structured content is shown once", async () => {
    const ran = await snodo(at(FIXTURE, "call", "echo", "text=hi", "--text"));
    expect(ran.stdout).toBe('{\n  "text": "hi"\n}\n');
  });

  test("a place that cannot be written to is told", async () => {
    const ran = await snodo(at(FIXTURE, "call", "kinds", "--text", "--save", "/dev/null/x"));
    expect(ran).toMatchObject({ code: 2, stdout: "" });
    expect(ran.stderr).toMatch(/The image cannot be saved: .*\nhint: Choose another folder with --save\./s);
  });
});

describe.concurrent("resources and prompts", () => {
  test("text is text, bytes are saved, and --raw gives what there is", async () => {
    const [text, raw, bytes, doc] = await Promise.all([
      snodo(at(FIXTURE, "read", "file:///notes.md", "--text")),
      snodo(at(FIXTURE, "read", "file:///notes.md", "--raw")),
      snodo(at(FIXTURE, "read", "file:///pixel.png", "--text")),
      snodo(at(FIXTURE, "read", "file:///pixel.png")),
    ]);
    expect(text.stdout).toBe("# Notes\n");
    expect(raw.stdout).toBe("# Notes");
    expect(bytes.stdout).toMatch(/^image\/png, 70 bytes, saved as .*resource-1\.png\n$/);
    expect(json(doc)).toMatchObject({ contents: [{ uri: "file:///pixel.png", blob: expect.any(String) }] });
  });

  test("a prompt is its messages", async () => {
    const [text, doc] = await Promise.all([
      snodo(at(FIXTURE, "prompt", "review", "language=rust", "--text")),
      snodo(at(FIXTURE, "prompt", "review", '{"language":"rust"}')),
    ]);
    expect(text.stdout).toBe("user\nReview this rust\n");
    expect(json(doc)).toMatchObject({ messages: [{ role: "user", content: { text: "Review this rust" } }] });
  });

  test("completions are a line each", async () => {
    const ran = await snodo(at(FIXTURE, "complete", "review", "language=p", "--text"));
    expect(ran).toMatchObject({ code: 0, stdout: "python\nperl\n" });
  });
});

describe("arguments", () => {
  test("come from words, JSON, files and stdin", async () => {
    const folder = await mkdtemp(join(tmpdir(), "snodo-args-"));
    await writeFile(join(folder, "all.json"), '{"text":"from a file"}');
    await writeFile(join(folder, "note.txt"), "a note");
    const run = (words: readonly string[], stdin?: string) =>
      snodo(at(FIXTURE, "call", "echo", ...words), {
        cwd: folder,
        ...(stdin === undefined ? {} : { stdin }),
      });
    const ran = await Promise.all([
      run(["text=word"]),
      run(["--json", '{"text":"option"}']),
      run(['{"text":"object"}', "times=2"]),
      run(["@all.json"]),
      run(["text=@note.txt"]),
      run(["-"], '{"text":"stdin"}'),
      run(["text=@-"], "stdin text"),
    ]);
    expect(ran.map((each) => (json(each)["structuredContent"] as { text: string }).text)).toEqual([
      "word",
      "option",
      "object",
      "from a file",
      "a note",
      "stdin",
      "stdin text",
    ]);
  });
});

test.skipIf(process.platform !== "linux")(
  "a result that cannot be written is a failure, and says so",
  async () => {
    const line = `"${process.execPath}" "${BIN}" tools -- "${FIXTURE.join('" "')}" >/dev/full`;
    const failed = promisify(execFile)("sh", ["-c", line], { env: environment() });
    await expect(failed).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^error: the result cannot be written: ENOSPC: .+\.\n$/),
    });
  },
);

test("a reader that has read enough is no failure", async () => {
  const line = `"${process.execPath}" "${BIN}" tools --text -- "${FIXTURE.join('" "')}" | head -1`;
  const { stdout, stderr } = await promisify(execFile)("sh", ["-c", line], { env: environment() });
  expect(stdout).toMatch(/^echo /);
  expect(stderr).toBe("");
});
