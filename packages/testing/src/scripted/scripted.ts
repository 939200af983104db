import {
  type Connection,
  describe,
  type JsonObject,
  type OpenContext,
  pipeConnection,
  type Transport,
  transportError,
} from "@snodo/protocol";
import type { ServedPipe } from "../hosts/serve-pipe.ts";
import { ScriptFailure } from "./match.ts";
import { ScriptPlayer, type ScriptServer, type Wire } from "./script-server.ts";

/** What a script may be told. */
export interface ScriptedOptions {
  /** Methods the script never sees. Defaults to none. */
  readonly ignore?: readonly string[] | undefined;
  /** How errors name the server. Defaults to `the script`. */
  readonly label?: string | undefined;
}

/** A server that plays a script. */
export interface ScriptedServer {
  /** Leads to the script, in this process. */
  readonly transport: Transport;
  /** Settles with the script: resolves when it came to its end, rejects with what stopped it. */
  readonly done: Promise<void>;
  /** Messages that arrived and no step took. */
  readonly unexpected: readonly JsonObject[];
  /**
   * Joins a client by any other pipe, such as the standard streams.
   *
   * @param send - takes each message for the client
   * @param cut - breaks the pipe
   */
  attach(send: (message: unknown) => void, cut?: () => void): ServedPipe;
}

/**
 * Plays an exact exchange: what the client must send, step by step, and what it is sent back.
 *
 * When a step does not come as written, `done` rejects with a {@link ScriptFailure} and the connection breaks, so that
 * nothing waits for ever.
 *
 * @param script - runs once, over all connections the client opens
 * @param options - methods to skip
 */
export function scripted(
  script: (server: ScriptServer) => Promise<void>,
  options: ScriptedOptions = {},
): ScriptedServer {
  const player = new ScriptPlayer(options.ignore ?? []);
  const label = options.label ?? "the script";
  // Begun in a turn of its own, so that a script that throws at once rejects `done` like any other.
  const done = Promise.resolve()
    .then(() => script(player))
    .catch((error: unknown) => {
      player.disconnect();
      throw error;
    });
  // Who never looks at `done` must not be killed by it.
  done.catch(() => undefined);
  return {
    done,
    get unexpected() {
      return player.left;
    },
    transport: { kind: "script", label, open: async (context) => open(player, context, label) },
    attach(send, cut = () => undefined) {
      const wire: Wire = { send, cut };
      player.opened(wire);
      return {
        receive: (message) => player.receive(wire, message),
        unreadable: (problem) =>
          player.stop(new ScriptFailure(`the client wrote something unreadable: ${problem}`)),
        end: () => player.ended(wire),
      };
    },
  };
}

function open(player: ScriptPlayer, context: OpenContext, label: string): Connection {
  context.signal?.throwIfAborted();
  let ended = false;
  const deliver = (message: unknown, receive: (message: unknown) => void): void => {
    const text = JSON.stringify(message);
    queueMicrotask(() => {
      if (!ended) receive(JSON.parse(text));
    });
  };
  const wire: Wire = {
    send: (message) => deliver(message, (copy) => connection.receive(copy)),
    cut() {
      if (ended) return;
      ended = true;
      player.ended(wire);
      connection.end((request) =>
        transportError(
          `${request === undefined ? "" : `${describe(request)} failed: `}${label} broke the connection`,
          { type: "connection_lost" },
          { sent: request === undefined ? "no" : "maybe" },
        ),
      );
    },
  };
  const connection = pipeConnection(
    {
      send: (message) => deliver(message, (copy) => player.receive(wire, copy)),
      close: async () => {
        ended = true;
        player.ended(wire);
      },
    },
    context,
    label,
  );
  player.opened(wire);
  return connection;
}
