import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { fileStore } from "../../src/node/index.ts";
import { temporaryDirectory } from "../fixtures/temporary.ts";
import { World } from "../fixtures/world.ts";

const ROUNDS = 100;
const CALLS = 10;
const KILLS = 200;

const children: ChildProcess[] = [];
const servers: Server[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

function start(script: string, args: readonly string[]): ChildProcess {
  const path = fileURLToPath(new URL(`../children/${script}`, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], { stdio: ["pipe", "pipe", "inherit"] });
  children.push(child);
  return child;
}

/** The world of the other tests, on a real socket: server and authorization server on one origin. */
async function served(): Promise<World> {
  const server = createServer();
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  const world = new World(`${origin}/mcp`, origin);
  server.on("request", async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = await world.send(`${origin}${request.url}`, {
      method: request.method ?? "GET",
      headers: request.headers as Record<string, string>,
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks).toString() } : {}),
    });
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(await answer.text());
  });
  return world;
}

/** A child that runs one round at a time. */
function rounds(child: ChildProcess): (calls: number) => Promise<readonly string[]> {
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  return async (calls) => {
    child.stdin?.write(`go ${calls}\n`);
    return JSON.parse((await lines.next()).value ?? "[]") as readonly string[];
  };
}

test("two processes with one file store: 100 expiries at once, one refresh each, no session lost", async () => {
  const world = await served();
  const directory = await temporaryDirectory();
  const args = [world.server, world.issuer, directory];
  const [first, second] = [rounds(start("refresher.mjs", args)), rounds(start("refresher.mjs", args))];
  expect(await first(1)).toEqual(["ok"]);
  expect(await second(1)).toEqual(["ok"]);
  expect(world.visits).toHaveLength(1);
  for (let round = 1; round <= ROUNDS; round += 1) {
    world.expireAll();
    const outcomes = (await Promise.all([first(CALLS), second(CALLS)])).flat();
    expect(outcomes.filter((outcome) => outcome !== "ok")).toEqual([]);
    expect(world.tokenRequests.filter(({ form }) => form.get("grant_type") === "refresh_token")).toHaveLength(
      round,
    );
  }
  expect(world.reuses).toBe(0);
  expect(world.visits).toHaveLength(1);
}, 200_000);

describe("a process that is killed", () => {
  test(`at a random moment of a write, ${KILLS} times, leaves a store that opens`, async () => {
    const directory = await temporaryDirectory();
    const store = fileStore({ directory });
    let started = 0;
    // Each finds the lock its predecessor was killed with; all of them write the same record.
    const one = async (lock: string): Promise<void> => {
      const child = start("writer.mjs", [directory, lock]);
      await once(child.stdout as NodeJS.ReadableStream, "data");
      // Anywhere in the next few writes: reading is what takes the time.
      for (let reads = Math.floor(Math.random() * 20); reads > 0; reads -= 1) await readdir(directory);
      child.kill("SIGKILL");
      await once(child, "exit");
      const record = await store.get("tokens", "k");
      const { accessToken, refreshToken } = record?.value ?? {};
      expect(String(accessToken).startsWith(`${String(refreshToken)} x`)).toBe(true);
    };
    const lane = async (lock: string): Promise<void> => {
      while (started < KILLS) {
        started += 1;
        await one(lock);
      }
    };
    await Promise.all(["a", "b", "c", "d"].map(lane));
    expect(started).toBe(KILLS);
    for (const lock of ["a", "b", "c", "d"])
      expect(await store.withLock(lock, async () => "free")).toBe("free");
    const names = await readdir(directory);
    expect(names.filter((name) => name.endsWith(".corrupt"))).toEqual([]);
    expect(names.filter((name) => name.endsWith(".json"))).toHaveLength(1);
  }, 400_000);

  test("between the token reply and the write costs the session, and nothing else", async () => {
    const world = await served();
    const directory = await temporaryDirectory();
    const args = [world.server, world.issuer, directory];
    const first = start("refresher.mjs", args);
    await rounds(first)(1);
    world.expireAll();
    const token = `POST ${world.issuer}/token`;
    world.routes.set(token, async (request) => {
      world.routes.delete(token);
      first.kill("SIGKILL");
      return world.send(request.url.href, { method: "POST", body: request.body });
    });
    first.stdin?.write("go 1\n");
    await once(first, "exit");
    expect((await readdir(directory)).some((name) => name.startsWith("lock-"))).toBe(true);
    // The lock is taken over, the spent refresh token is refused, and the user is asked once.
    expect(await rounds(start("refresher.mjs", args))(3)).toEqual(["ok", "ok", "ok"]);
    expect(world.visits).toHaveLength(2);
    expect((await readdir(join(directory))).some((name) => name.startsWith("lock-"))).toBe(false);
  }, 100_000);
});
