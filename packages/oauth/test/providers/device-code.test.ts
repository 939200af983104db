import { describe, expect, test } from "vitest";
import { type DevicePrompt, deviceCode } from "../../src/device.ts";
import { ManualTime, until } from "../fixtures/time.ts";
import { call, failure } from "../fixtures/transport.ts";
import { type Handler, json, World } from "../fixtures/world.ts";

const DEVICE = "POST https://as.example.com/device";
const TOKEN = "POST https://as.example.com/token";

function device(answers: readonly Handler[], codes: Record<string, unknown> = {}) {
  const world = new World();
  world.metadata = { ...world.metadata, device_authorization_endpoint: "https://as.example.com/device" };
  world.routes.set(DEVICE, () =>
    json({
      device_code: "the-device-code",
      user_code: "WDJB-MJHT",
      verification_uri: "https://as.example.com/go",
      expires_in: 900,
      ...codes,
    }),
  );
  let at = 0;
  world.routes.set(TOKEN, (request) => {
    const answer = answers[Math.min(at, answers.length - 1)];
    at += 1;
    return answer?.(request) ?? json({}, 500);
  });
  const time = new ManualTime();
  const prompts: DevicePrompt[] = [];
  const provider = deviceCode({
    clientId: "tv",
    prompt: (prompt) => {
      prompts.push(prompt);
    },
    fetch: world.fetch,
    clock: time.clock,
    now: time.now,
  });
  /** Lets one poll after another come due. */
  const polls = async (waits: readonly number[]) => {
    for (const [index, wait] of waits.entries()) {
      await until(() => time.pending === 1);
      expect(world.tokenRequests).toHaveLength(index);
      time.advance(wait - 1);
      expect(world.tokenRequests).toHaveLength(index);
      time.advance(1);
      await until(() => world.tokenRequests.length === index + 1);
    }
  };
  return { world, time, prompts, polls, call: () => call(provider, world.send, world.server) };
}

const pending: Handler = () => json({ error: "authorization_pending" }, 400);
const slowDown: Handler = () => json({ error: "slow_down" }, 400);

describe("deviceCode", () => {
  test("shows the code, polls every five seconds, slower when told to, and sends the resource", async () => {
    const setup = device([pending, slowDown, pending, () => setup.world.issue("tv", "", "f")]);
    const outcome = setup.call();
    await setup.polls([5_000, 5_000, 10_000, 10_000]);
    expect((await outcome).status).toBe(200);
    expect(setup.prompts).toEqual([
      {
        userCode: "WDJB-MJHT",
        verificationUri: "https://as.example.com/go",
        verificationUriComplete: undefined,
        expiresAt: expect.any(Number),
      },
    ]);
    expect(Object.fromEntries(setup.world.tokenRequests[0]?.form ?? [])).toEqual({
      grant_type: "urn:ietf:params:oauth:grant-type:device_code",
      device_code: "the-device-code",
      resource: setup.world.server,
      client_id: "tv",
    });
    expect(setup.world.of(DEVICE)[0]?.form.get("resource")).toBe(setup.world.server);
  });

  test("polls as often as the server says", async () => {
    const setup = device([() => setup.world.issue("tv", "", "f")], { interval: "2" });
    const outcome = setup.call();
    await setup.polls([2_000]);
    expect((await outcome).status).toBe(200);
  });

  test("goes on after an answer that may pass", async () => {
    const setup = device([() => new Response("", { status: 503 }), () => setup.world.issue("tv", "", "f")]);
    const outcome = setup.call();
    await setup.polls([5_000, 10_000]);
    expect((await outcome).status).toBe(200);
  });

  test.each([
    ["access_denied", "it was refused", "access_denied"],
    ["expired_token", "the code ran out before it was entered", "timeout"],
  ])("ends with %s", async (error, text, word) => {
    const setup = device([() => json({ error }, 400)]);
    const outcome = failure(setup.call());
    await setup.polls([5_000]);
    expect((await outcome).message).toBe(
      `The sign-in to https://mcp.example.com/mcp failed: ${text}. Start again.`,
    );
    expect(await outcome).toMatchObject({ reason: { problem: "callback", error: word } });
  });

  test("ends when the code runs out, whatever the server answers", async () => {
    const setup = device([pending], { expires_in: 12 });
    const outcome = failure(setup.call());
    await setup.polls([5_000, 5_000]);
    await until(() => setup.time.pending === 1);
    setup.time.advance(5_000);
    expect((await outcome).message).toContain("the code ran out");
  });

  test("is refused where the server does not offer it", async () => {
    const world = new World();
    const provider = deviceCode({ clientId: "tv", prompt: () => undefined, fetch: world.fetch });
    expect((await failure(call(provider, world.send, world.server))).message).toContain("does not offer it");
  });

  test.each(["http://as.example.com/go", "https://192.168.0.1/go", "javascript:alert(1)"])(
    "does not show the user %s",
    async (verification_uri) => {
      const setup = device([pending], { verification_uri });
      expect(await failure(setup.call())).toMatchObject({ reason: { problem: "blocked_url" } });
      expect(setup.prompts).toEqual([]);
    },
  );

  test("says what the server said when it gives no code", async () => {
    const setup = device([pending]);
    setup.world.routes.set(DEVICE, () => json({ error: "invalid_client" }, 401));
    expect((await failure(setup.call())).message).toBe(
      "Cannot start a sign-in to https://mcp.example.com/mcp at https://as.example.com/: invalid_client.",
    );
  });
});
