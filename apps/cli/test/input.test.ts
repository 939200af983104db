import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { EVERYTHING } from "./support/everything.ts";
import { at, fixtureOf } from "./support/fixture.ts";
import { failure, json, type Ran, snodo } from "./support/run-snodo.ts";

const text = (ran: Ran): unknown =>
  JSON.parse((json(ran) as { content: { text: string }[] }).content[0]?.text ?? "");

describe.concurrent.each(["2026-07-28", "2025-11-25"])("a server of %s", (revision) => {
  const call = (...words: readonly string[]) => snodo(at(fixtureOf(revision), "call", ...words));

  test("gets a model's answer from a program, as text or as a message", async () => {
    const script = `let t="";process.stdin.on("data",d=>t+=d).on("end",()=>console.log(PROGRAM))`;
    const program = (answer: string): string =>
      `"${process.execPath}" -e '${script.replace("PROGRAM", answer)}'`;
    const plain = await call(
      "sample",
      "--sampling-command",
      program('"said: "+JSON.parse(t).messages[0].content.text'),
    );
    expect(text(plain)).toMatchObject({ role: "assistant", content: { type: "text", text: "said: hi" } });
    const message = program(
      'JSON.stringify({content:{type:"text",text:"whole"},model:"m",stopReason:"maxTokens"})',
    );
    expect(text(await call("sample", "--sampling-command", message))).toEqual({
      role: "assistant",
      content: { type: "text", text: "whole" },
      model: "m",
      stopReason: "maxTokens",
    });
  });

  test("is told of the folders that were named, and of no others", async () => {
    const folder = await mkdtemp(join(tmpdir(), "snodo-root-"));
    const ran = await call("roots", "--root", folder);
    expect(text(ran)).toEqual({ roots: [{ uri: pathToFileURL(folder).href, name: basename(folder) }] });
  });

  test("gets neither unless it was asked for", async () => {
    const [sample, roots] = await Promise.all([call("sample", "--json"), call("roots", "--json")]);
    expect(sample.code).not.toBe(0);
    expect(roots.code).not.toBe(0);
    expect(failure(sample)["message"]).toMatch(/sampling/);
  });
});

test.concurrent("a program that fails is told, and answers nothing", async () => {
  const ran = await snodo(
    at(fixtureOf("2026-07-28"), "call", "sample", "--json", "--sampling-command", "exit 4"),
  );
  expect(ran.code).toBe(7);
  expect(failure(ran)).toMatchObject({
    reason: "sampling_command",
    message: 'The server asks for a model, and --sampling-command "exit 4" failed: it exited with 4.',
  });
});

test.concurrent("a root that is no folder is told before anything is started", async () => {
  const folder = await mkdtemp(join(tmpdir(), "snodo-root-"));
  await writeFile(join(folder, "f"), "");
  const ran = await snodo(["tools", "--root", "f", "--", "no-such-command"], { cwd: folder });
  expect(ran).toMatchObject({ code: 2, stderr: "error: --root f is no folder.\n" });
});

test.concurrent("a call that becomes a task is waited for", async () => {
  const ran = await snodo(at(EVERYTHING, "call", "simulate-research-query", "topic=tests", "--verbose"));
  expect(ran.code).toBe(0);
  expect(ran.stderr).toMatch(/The call became the task \S+\./);
  expect(JSON.stringify(json(ran))).toContain("# Research Report: tests");
});
