import type { Challenge, RefusedRequest, TokenProvider, TokenRequest } from "@snodo/protocol";
import { publicUrl } from "@snodo/protocol";
import type { Target } from "../discovery/discover.ts";
import type { DpopSession, Prover } from "../dpop/port.ts";
import type { Environment } from "../environment.ts";
import { authError, errorWord, isAuthorizationError, peerText, signInError } from "../errors.ts";
import { coversScopes, scopesOf } from "../scope.ts";
import { recordKey } from "../store/keys.ts";
import type { TokenRecord } from "../store/records.ts";
import { read } from "../store/repository.ts";
import { DiscoveryCache } from "./discovery-cache.ts";
import { Flight, type Need } from "./flight.ts";
import type { Grant } from "./grant.ts";
import { HeldToken } from "./held-token.ts";
import { tokensKey } from "./renewal.ts";
import { runFlight } from "./run-flight.ts";
import { canWiden, insufficientScope, StepUpLimit } from "./step-up.ts";

/** When a user may be asked: as soon as a request needs it, only when the application says so, or not at all. */
export type Interaction = "auto" | "explicit" | "never";

/**
 * The part every provider has in common: the token in use, when to renew it, and that it is done once for all who wait.
 */
export class Session implements TokenProvider {
  readonly env: Environment;
  readonly grant: Grant;
  readonly interaction: Interaction;
  readonly cache: DiscoveryCache;
  readonly dpop: DpopSession | undefined;
  readonly #stepUps = new StepUpLimit();
  #server: string | undefined;
  #held: HeldToken | undefined;
  #loading: Promise<void> | undefined;
  #flight: Flight | undefined;
  #challenge: Challenge | undefined;

  constructor(env: Environment, grant: Grant, server: string | undefined, interaction: Interaction) {
    this.env = env;
    this.grant = grant;
    this.interaction = interaction;
    this.cache = new DiscoveryCache(env, grant);
    this.dpop = env.dpop?.open(env, () => recordKey("dpop", this.server, env.account));
    this.#server = server === undefined ? undefined : withoutFragment(server);
  }

  async token(request: TokenRequest): Promise<HeldToken | undefined> {
    if (!this.#serves(request)) return undefined;
    const held = await this.current();
    const now = this.env.clock.now();
    if (held !== undefined && !held.isStale(now)) return held.covers(request) ? held : undefined;
    const usable = held !== undefined && !held.isExpired(now) ? held : undefined;
    const renewable = this.grant.interactive ? held?.record.refreshToken !== undefined : held !== undefined;
    if (!renewable) return usable;
    const need: Need = { reach: "quiet", used: held, challenge: undefined, required: [] };
    try {
      return (await this.need(need, request.signal)) ?? usable;
    } catch (thrown) {
      // It was renewed early: what it is renewed from is still good.
      if (usable !== undefined && isAuthorizationError(thrown)) return usable;
      throw thrown;
    }
  }

  async refresh(challenge: Challenge, request: RefusedRequest): Promise<HeldToken | undefined> {
    if (!this.#serves(request)) throw this.#wrongServer(request);
    this.dpop?.note(request.url, challenge.dpopNonce);
    const held = await this.current();
    // The proof lacked a nonce; the token is as good as it was.
    if (held !== undefined && request.used === held && asksForNonce(challenge)) return held;
    this.#challenge = challenge;
    const reach = request.interactive === false ? "background" : "ask";
    if (challenge.status === 403) return this.#widen(challenge, request, held, reach);
    const now = this.env.clock.now();
    // A late refusal of an older token says nothing about this one.
    if (held !== undefined && request.used !== held && !held.isExpired(now)) return held;
    if (held?.isFresh(now) === true) throw this.#refusedAtOnce(challenge);
    return this.need({ reach, used: held, challenge, required: [] }, request.signal);
  }

  observe(response: {
    readonly url: string;
    readonly status: number;
    readonly dpopNonce?: string | undefined;
  }): void {
    this.dpop?.note(response.url, response.dpopNonce);
    if (response.status !== 401 && response.status !== 403) this.#held?.accept();
  }

  /** The URL of the MCP server this provider serves; the first request decides when none was configured. */
  get server(): string {
    if (this.#server === undefined) throw new TypeError("Before its first request a provider needs `server`");
    return this.#server;
  }

  /** As {@link server}, undefined as long as none is known. */
  get knownServer(): string | undefined {
    return this.#server;
  }

  /** How the server refused the token in use, or a request without one: what a sign-in that is started later goes by. */
  get challenge(): Challenge | undefined {
    return this.#challenge;
  }

  get held(): HeldToken | undefined {
    return this.#held;
  }

  /** Serves this server from now on, unless it serves one already. */
  attach(server: string): void {
    this.#server ??= withoutFragment(server);
  }

  /** What the last attempt to sign in was based on; undefined before the first. */
  async lastTarget(): Promise<Target | undefined> {
    return this.cache.latest ?? this.cache.last(this.server);
  }

  /** Joins the renewal under way if it will do, else starts one. */
  async need(need: Need, signal: AbortSignal | undefined): Promise<HeldToken | undefined> {
    for (;;) {
      const running = this.#flight;
      if (running === undefined) return this.#start(need).task.join(signal);
      if (running.admits(need)) return running.task.join(signal);
      // Its outcome is not for this caller; what matters is that it is over.
      await running.task.join(signal).catch(() => signal?.throwIfAborted());
      const held = this.#held;
      if (held !== undefined && held !== need.used && coversScopes(held.scopes, need.required)) return held;
    }
  }

  /** Takes a token into use. */
  async adopt(record: TokenRecord, target: Target, minted: boolean): Promise<HeldToken> {
    await this.cache.remember(target, record.clientId);
    const bound = record.scheme === "DPoP";
    if (bound && this.dpop === undefined) throw needsDpop(this.server);
    const prover = bound ? await this.dpop?.prover(record.algorithm ?? "ES256") : undefined;
    this.#held = new HeldToken(this.env, record, { prover, minted });
    // What was refused was another token.
    this.#challenge = undefined;
    return this.#held;
  }

  /** Forgets the token in use. */
  drop(): void {
    this.#held = undefined;
  }

  /** What proofs at the token endpoint are written with, where tokens are to be bound. */
  async prover(target: Target): Promise<Prover | undefined> {
    const { dpop } = this.env;
    const wanted = target.dpopRequired || dpop?.required === true || this.#held?.record.scheme === "DPoP";
    if (!wanted) return undefined;
    if (this.dpop === undefined) throw needsDpop(this.server);
    return this.dpop.choose(target.metadata.dpop_signing_alg_values_supported);
  }

  #start(need: Need): Flight {
    const flight: Flight = new Flight(need, async (self, signal) => {
      try {
        return await runFlight(this, self, signal);
      } finally {
        if (this.#flight === self) this.#flight = undefined;
      }
    });
    this.#flight = flight;
    return flight;
  }

  /** The token in use, out of the store if need be. */
  async current(): Promise<HeldToken | undefined> {
    this.#loading ??= this.#load();
    try {
      await this.#loading;
    } catch (thrown) {
      this.#loading = undefined;
      throw thrown;
    }
    return this.#held;
  }

  async #load(): Promise<void> {
    const target = await this.cache.last(this.server);
    if (target === undefined || this.#held !== undefined) return;
    const client = await this.grant.identify(this.env, target);
    if (client === undefined) return;
    const stored = await read(this.env.store, "tokens", await tokensKey(this.env, target, client.id));
    if (stored !== undefined && this.#held === undefined) await this.adopt(stored.value, target, false);
  }

  async #widen(
    challenge: Challenge,
    request: RefusedRequest,
    held: HeldToken | undefined,
    reach: "background" | "ask",
  ): Promise<HeldToken | undefined> {
    const required = scopesOf(challenge.scope);
    if (held === undefined) return this.need({ reach, used: held, challenge, required: [] }, request.signal);
    if (request.used !== held && coversScopes(held.scopes, required)) return held;
    const refuse = (why: string) => insufficientScope(this.server, required, held.scopes, why);
    if (!this.grant.interactive) throw refuse("Grant it to the client");
    if (required.length === 0) throw refuse("It does not say which");
    if (!canWiden(required, held)) throw refuse("It was asked for and not granted");
    if (!this.#stepUps.take(request.operation ?? required.join(" "))) {
      throw refuse("It was asked for several times already");
    }
    return this.need({ reach, used: held, challenge, required }, request.signal);
  }

  #serves(request: TokenRequest): boolean {
    const server = request.server ?? request.url;
    this.#server ??= withoutFragment(server);
    return new URL(this.#server).origin === new URL(request.url).origin;
  }

  #wrongServer(request: TokenRequest): Error {
    const why = `This token provider serves ${publicUrl(this.server)}, not ${publicUrl(request.url)}. Make one for each.`;
    return authError("blocked_url", why);
  }

  #refusedAtOnce({ status, error, errorDescription }: Challenge): Error {
    const said = errorDescription ?? error;
    const why = `it refused a token just issued for it${said === undefined ? "" : ` (${peerText(said)})`}. Ask who runs it`;
    return signInError("unauthorized_after_auth", this.server, why, { status, error: errorWord(error) });
  }
}

function needsDpop(server: string): Error {
  const why = "it takes only tokens bound to a key. Set `dpop` to dpop() of @snodo/oauth/dpop";
  return signInError("token_request", server, why, { error: "dpop" });
}

function withoutFragment(url: string): string {
  const parsed = new URL(url);
  parsed.hash = "";
  return parsed.href;
}

function asksForNonce(challenge: Challenge): boolean {
  return (
    challenge.error === "use_dpop_nonce" ||
    challenge.schemes.some(({ params }) => params.get("error")?.includes("use_dpop_nonce") === true)
  );
}
