import { spawn as nodeSpawn } from "node:child_process";
import crossSpawn from "cross-spawn";
import type { SpawnFunction, StdioOptions } from "../../src/index.ts";

export const node: SpawnFunction = (command, args, request) => nodeSpawn(command, args, request);
export const cross: SpawnFunction = (command, args, request) => crossSpawn(command, args, request);
export const direct: StdioOptions = { command: "x", spawn: crossSpawn };
// @ts-expect-error the command is required
export const none: StdioOptions = {};
// @ts-expect-error there is no such place for stderr
export const nowhere: StdioOptions = { command: "x", stderr: "ignore" };
