import { stderr } from "node:process";
import { transportError } from "@snodo/protocol";
import type { PreparedFlow, UserAgentFlow, VisitRequest } from "../flows/port.ts";
import { type CallbackSink, type Listener, listen } from "./listener.ts";
import { openBrowser } from "./open-browser.ts";

/** Options of {@link loopbackFlow}. */
export interface LoopbackFlowOptions {
  /** The host of the redirect URI; some authorization servers know only one of them. Defaults to `127.0.0.1`. */
  readonly host?: "127.0.0.1" | "localhost" | undefined;
  /** A fixed port, for registrations that name one; by default any free one, the one used before where possible. */
  readonly port?: number | undefined;
  /** Defaults to `/callback`. */
  readonly path?: string | undefined;
  /** Opens the URL for the user; defaults to {@link openBrowser}. A failure leaves it to the user. */
  readonly open?: ((url: string) => unknown) | undefined;
  /** Shows the URL to the user as well; by default it is written to stderr. */
  readonly onUrl?: ((url: string) => void) | undefined;
}

/**
 * Signs in through the browser of this machine: a listener on a loopback address receives the callback.
 *
 * The port is bound before the URL is built and stays bound until the sign-in is over, so that two programs never
 * wait for the same callback.
 * spec: RFC 8252 section 7.3.
 *
 * @param options - where to listen, how to open
 * @returns a flow whose `prepare` rejects with McpError `authorization` (`callback`) when a fixed port is taken
 * @throws TypeError for a path or port that cannot be used
 */
export function loopbackFlow(options: LoopbackFlowOptions = {}): UserAgentFlow {
  const { host = "127.0.0.1", port, path = "/callback" } = options;
  if (!/^\/[\w./-]*$/.test(path))
    throw new TypeError("path must be the plain path of a URL, such as /callback");
  if (path === "/done" || path === "/failed")
    throw new TypeError(`path must not be ${path}, which is a page of its own`);
  if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65_536)) {
    throw new TypeError("port must be from 1 to 65535");
  }
  return {
    async prepare({ preferred }) {
      const visits = new Visits();
      // A port that is free for one address family may be taken for the other.
      const free = [0, 0, 0];
      const wanted = port === undefined ? [...preferredPorts(preferred, host, path), ...free] : [port];
      const listener = await listenOnFirst(wanted, host, path, visits.sink);
      return prepared(options, visits, listener, `http://${host}:${listener.port}${path}`);
    },
  };
}

function prepared(
  options: LoopbackFlowOptions,
  visits: Visits,
  listener: Listener,
  redirectUri: string,
): PreparedFlow {
  return {
    redirectUri,
    async visit(request) {
      const url = request.url.href;
      const coming = visits.wait(request);
      // Whether or not a browser opens: the user may be looking at another machine.
      if (options.onUrl === undefined) stderr.write(`Open this page to sign in:\n${url}\n`);
      else options.onUrl(url);
      Promise.resolve(url)
        .then(options.open ?? openBrowser)
        .catch(() => undefined);
      return coming;
    },
    dispose: () => listener.close(),
  };
}

/** The visit a callback is for. One at a time; the listener outlives it when another has to follow. */
class Visits {
  #take: ((params: URLSearchParams) => ReturnType<CallbackSink>) | undefined;

  /** Given to the listener. */
  readonly sink: CallbackSink = (params) => this.#take?.(params) ?? "ignored";

  wait({ receive, signal }: VisitRequest): Promise<URLSearchParams> {
    return new Promise((resolve, reject) => {
      const give = () => reject(signal.reason);
      signal.addEventListener("abort", give);
      if (signal.aborted) give();
      this.#take = (params) => {
        const reception = receive(params);
        if (reception === "ignored") return reception;
        signal.removeEventListener("abort", give);
        // The first answer counts. A second one, with the right state or not, is told so.
        this.#take = () => "gone";
        resolve(params);
        return reception;
      };
    });
  }
}

/** The ports of redirect URIs that would do again. */
function preferredPorts(preferred: readonly string[], host: string, path: string): readonly number[] {
  return preferred
    .filter((uri) => URL.canParse(uri))
    .map((uri) => new URL(uri))
    .filter((uri) => uri.hostname === host && uri.pathname === path && uri.port !== "")
    .map((uri) => Number(uri.port));
}

async function listenOnFirst(
  ports: readonly number[],
  name: string,
  path: string,
  sink: CallbackSink,
): Promise<Listener> {
  const hosts = name === "localhost" ? ["127.0.0.1", "::1"] : [name];
  for (const [index, port] of ports.entries()) {
    try {
      return await listen({ hosts, name, port, path }, sink);
    } catch (error) {
      if (index === ports.length - 1) throw cannotListen(port, error);
    }
  }
  throw cannotListen(0, undefined);
}

function cannotListen(port: number, error: unknown): Error {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  const why = code === "EADDRINUSE" ? "another program uses it, or another sign-in is under way" : code;
  return transportError(
    `Cannot start the sign-in: port ${port} of this machine cannot be listened on (${why}). Free it or choose another \`port\`.`,
    {
      type: "authorization",
      problem: "callback",
      retryable: code === "EADDRINUSE",
      error: code.toLowerCase(),
    },
  );
}
