// The server of the HTTP ground: the sample server, which spoils some of its answers.
import type { IncomingMessage, ServerResponse } from "node:http";
import { seededRandom } from "@snodo/testing";
import { serveHttp } from "@snodo/testing/node";
import { sampleServer } from "../input/sample-server.ts";

const random = seededRandom(Number(process.argv[2] ?? 1));

type Spoil = (request: IncomingMessage, response: ServerResponse) => void;

const SPOILS: readonly (readonly [chance: number, spoil: Spoil])[] = [
  // The connection is reset.
  [0.002, (request) => request.socket.destroy()],
  [0.002, (_request, response) => response.writeHead(500, { "content-type": "text/html" }).end("<html>")],
  [0.002, (_request, response) => response.writeHead(503, { "retry-after": "1" }).end()],
  // Nothing comes, until the client gives up.
  [0.001, () => undefined],
  // The stream ends in the middle of the answer, and then breaks there.
  [
    0.002,
    (_request, response) => response.writeHead(200, { "content-type": "text/event-stream" }).end("data: {"),
  ],
  [
    0.002,
    (request, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": 1_000 });
      response.write('{"jsonrpc"');
      setImmediate(() => request.socket.destroy());
    },
  ],
  [0.001, (_request, response) => response.writeHead(204).end()],
];

function spoil(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== "POST") return false;
  const drawn = SPOILS.find(([chance]) => random.chance(chance));
  drawn?.[1](request, response);
  return drawn !== undefined;
}

const server = await serveHttp(sampleServer(), { intercept: spoil });
process.send?.(server.url);
// Without its parent it has nothing to do.
process.once("disconnect", () => process.exit(0));
