import { readFileSync } from "node:fs";
import { corpusFile } from "./corpus-file.ts";

function linesOf(name: string): readonly string[] {
  return readFileSync(corpusFile(name), "utf8")
    .split("\n")
    .filter((line) => line !== "");
}

/** Messages of servers, one JSON text each, in the order they came. */
export const messageLines: readonly string[] = [...linesOf("everything.jsonl"), ...linesOf("sample.jsonl")];

/** Event streams, one response each: recorded ones, then ones with all that the format allows. */
export const eventStreams: readonly string[] = [
  ...readFileSync(corpusFile("sample.sse"), "utf8")
    .split(/(?<=\n\n)(?=event|id|data)/)
    .filter((text) => text !== ""),
  ...readFileSync(corpusFile("forms.sse"), "utf8").split("\n=====\n"),
];

/** Values of `WWW-Authenticate`. */
export const challenges: readonly string[] = linesOf("challenges.txt");

/** Input schemas of tools, one JSON text each. */
export const schemas: readonly string[] = linesOf("schemas.jsonl");
