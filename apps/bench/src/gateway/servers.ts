// Fifty servers in one process, every other one of the initialize era: prints their ports, ends with its stdin.
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { answerTo, type Message } from "../servers/answers.ts";
import { COUNT_PATH, type Fault } from "./faults.ts";

const SERVERS = 50;

const servers: Server[] = [];

/** The open sockets of all servers, the one that asks included. */
async function countSockets(): Promise<number> {
  const counts = servers.map((server) => promisify(server.getConnections.bind(server))());
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

function disturb(fault: Fault, response: ServerResponse): void {
  switch (fault) {
    case "reset":
      response.socket?.resetAndDestroy();
      return;
    case "stall":
      return;
    case "status":
      response.writeHead(500, { "content-type": "text/plain" }).end("out of order");
      return;
    case "cut":
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("event: message\ndata: {", () => response.destroy());
      return;
    case "drip": {
      response.writeHead(200, { "content-type": "application/json" });
      const timer = setInterval(() => response.write(" "), 50);
      response.on("close", () => clearInterval(timer));
      return;
    }
  }
}

function send(response: ServerResponse, status: number, body: object, headers: object = {}): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
}

function serve(text: string, legacy: boolean, response: ServerResponse): void {
  const message = JSON.parse(text) as Message;
  const fault = message.params?.arguments?.fault as Fault | undefined;
  if (fault !== undefined) {
    disturb(fault, response);
    return;
  }
  const answer = answerTo(message);
  if (answer === undefined) response.writeHead(202).end();
  else if (legacy && message.method === "server/discover") send(response, 400, { error: "no session" });
  else if (message.method === "initialize")
    send(response, 200, answer.body, { "mcp-session-id": randomUUID() });
  else send(response, "error" in answer.body ? 404 : 200, answer.body);
}

function take(request: IncomingMessage, response: ServerResponse, legacy: boolean): void {
  if (request.url === COUNT_PATH) {
    countSockets().then(
      (count) => response.end(String(count)),
      () => response.destroy(),
    );
    return;
  }
  if (request.method !== "POST") {
    response.writeHead(request.method === "DELETE" ? 200 : 405).end();
    return;
  }
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => serve(Buffer.concat(chunks).toString(), legacy, response));
  // A client that gives up resets the connection: nothing to report.
  request.on("error", () => undefined);
}

async function listen(legacy: boolean): Promise<number> {
  const server = createServer((request, response) => take(request, response, legacy));
  server.keepAliveTimeout = 120_000;
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

const ports = await Promise.all(Array.from({ length: SERVERS }, (_, index) => listen(index % 2 === 1)));
console.log(JSON.stringify(ports));
process.stdin.on("end", () => process.exit(0)).resume();
