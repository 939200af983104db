// The server that contestants reach over loopback HTTP: prints its port, ends with its stdin.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { answerTo, progressOf } from "./answers.ts";

const event = (message: object) => `event: message\ndata: ${JSON.stringify(message)}\n\n`;

function reply(body: string, response: ServerResponse): void {
  const answer = answerTo(JSON.parse(body));
  if (answer === undefined) {
    response.writeHead(202).end();
    return;
  }
  if (answer.acknowledgement !== undefined) {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(event(answer.acknowledgement));
    return;
  }
  if (answer.progress !== undefined) {
    const { count, token } = answer.progress;
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (let step = 1; step <= count; step++) response.write(event(progressOf(token, step, count)));
    response.end(event(answer.body));
    return;
  }
  const text = JSON.stringify(answer.body);
  const status = "error" in answer.body ? 404 : 200;
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
  });
  response.end(text);
}

function take(request: IncomingMessage, response: ServerResponse): void {
  if (request.method !== "POST") {
    response.writeHead(405).end();
    return;
  }
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => reply(Buffer.concat(chunks).toString(), response));
}

const server = createServer(take);
server.keepAliveTimeout = 120_000;
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
process.stdin.on("end", () => process.exit(0)).resume();
