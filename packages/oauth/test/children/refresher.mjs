// Calls a server through a provider with a file store, as many times as it is told, whenever it is told.
// argv: server URL, issuer, directory. stdin: one line "go N" per round. stdout: one line of JSON per round.
import { createInterface } from "node:readline";
import { authorizationCode } from "../../dist/index.js";
import { fileStore } from "../../dist/node/file-store.js";

const [server, , directory] = process.argv.slice(2);
const flow = {
  prepare: async () => ({
    redirectUri: "http://127.0.0.1:7/callback",
    dispose: async () => undefined,
    async visit({ url }) {
      const response = await fetch(url, { redirect: "manual" });
      return new URL(response.headers.get("location")).searchParams;
    },
  }),
};
const provider = authorizationCode({ flow, store: fileStore({ directory }) });

async function send(token) {
  const request = { url: server, method: "POST" };
  const headers = token === undefined ? {} : await token.headers(request);
  const response = await fetch(server, { method: "POST", headers });
  await response.text();
  provider.observe({ url: server, status: response.status });
  return response.status;
}

async function call() {
  const request = { url: server, method: "POST" };
  const token = await provider.token(request);
  if ((await send(token)) === 200) return "ok";
  const challenge = { status: 401, schemes: [] };
  return (await send(await provider.refresh(challenge, { ...request, used: token, attempt: 1 }))) === 200
    ? "ok"
    : "refused";
}

for await (const line of createInterface({ input: process.stdin })) {
  const count = Number(line.split(" ")[1]);
  const outcomes = await Promise.all(
    Array.from({ length: count }, () => call().catch((error) => error.message)),
  );
  process.stdout.write(`${JSON.stringify(outcomes)}\n`);
}
