import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { CallbackReception } from "../flows/port.ts";
import { type PageName, sendOn, sendPage } from "./callback-page.ts";

/** Longest request line that is read, in bytes; a callback has a code and a state in it. */
const MAX_URL = 16 * 1024;

/** How long a browser may take to follow to the page that says how it went, in milliseconds. */
const FOLLOW = 1_000;

/** Takes the parameters of a callback, and says what the user is to be shown. */
export type CallbackSink = (params: URLSearchParams) => CallbackReception | "gone";

/** Where callbacks arrive. */
export interface Listener {
  readonly port: number;
  /**
   * Stops listening and drops every connection, once a browser that was sent on has its last page or took too long:
   * the user is not to end on an error of the browser. Idempotent.
   */
  close(): Promise<void>;
}

/**
 * Listens for callbacks on this machine.
 *
 * @param where - `hosts`: addresses to bind, all on one port; `names`: what `Host` may be, without port; `port` 0 takes a free one
 * @param sink - where callbacks go
 * @throws the error of `listen`, `EADDRINUSE` among them
 */
export async function listen(
  where: {
    readonly hosts: readonly string[];
    readonly name: string;
    readonly port: number;
    readonly path: string;
  },
  sink: CallbackSink,
): Promise<Listener> {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  const landing = new Landing();
  let { port } = where;
  const close = async (): Promise<void> => {
    await landing.reached();
    const closing = servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve)));
    for (const socket of sockets) socket.destroy();
    await Promise.all(closing);
  };
  try {
    for (const host of where.hosts) {
      const server = createServer({ maxHeaderSize: MAX_URL, requestTimeout: 10_000 }, (request, response) => {
        answer(request, response, { host: `${where.name}:${port}`, path: where.path, sink, landing });
      });
      servers.push(server);
      server.on("connection", (socket) => {
        sockets.add(socket);
        socket.once("close", () => sockets.delete(socket));
        // The user may take minutes; the process need not stay for them.
        socket.unref();
      });
      port = await bind(server, port, host, servers.length > 1);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { port, close };
}

function bind(server: Server, port: number, host: string, optional: boolean): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      // A machine without IPv6 has nothing to bind there, and no browser that would try.
      if (optional && (error.code === "EADDRNOTAVAIL" || error.code === "EAFNOSUPPORT")) resolve(port);
      else reject(error);
    });
    server.listen({ port, host, exclusive: true }, () => {
      server.unref();
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

/** Whether a browser that was sent on has arrived. */
class Landing {
  #waiting: Promise<void> | undefined;
  #arrived: () => void = () => undefined;

  expect(): void {
    this.#waiting = new Promise((resolve) => {
      const timer = setTimeout(resolve, FOLLOW);
      this.#arrived = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** The last page is on its way. */
  arrive(response: ServerResponse): void {
    response.once("close", this.#arrived);
  }

  async reached(): Promise<void> {
    await this.#waiting;
  }
}

interface Place {
  readonly host: string;
  readonly path: string;
  readonly sink: CallbackSink;
  readonly landing: Landing;
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { host, path, sink, landing }: Place,
): void {
  const [pathname = "", query = ""] = splitOnce(request.url ?? "/", "?");
  // Another name for this address is how a page elsewhere would reach us.
  if (request.headers.host?.toLowerCase() !== host.toLowerCase()) return sendPage(response, "not_found");
  const done = DONE.get(pathname);
  if (done !== undefined) {
    landing.arrive(response);
    return sendPage(response, done);
  }
  if (pathname !== path) return sendPage(response, "not_found");
  if (request.method !== "GET") return sendPage(response, "method");
  const reception = sink(new URLSearchParams(query));
  if (reception !== "accepted" && reception !== "refused") return sendPage(response, reception);
  landing.expect();
  sendOn(response, LANDING[reception]);
}

const LANDING = { accepted: "/done", refused: "/failed" } as const;
const DONE: ReadonlyMap<string, PageName> = new Map([
  [LANDING.accepted, "accepted"],
  [LANDING.refused, "refused"],
]);

function splitOnce(text: string, at: string): readonly string[] {
  const index = text.indexOf(at);
  return index === -1 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}
