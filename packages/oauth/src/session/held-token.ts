import type { AccessToken, TokenRequest } from "@snodo/protocol";
import { publicUrl } from "@snodo/protocol";
import { resourceCovers } from "../discovery/resource-indicator.ts";
import type { Prover } from "../dpop/port.ts";
import type { Environment } from "../environment.ts";
import { authError } from "../errors.ts";
import { scopesOf } from "../scope.ts";
import type { TokenRecord } from "../store/records.ts";
import { type Lifetime, lifetimeOf } from "../token/lifetime.ts";

/** How long after it was issued a refused token counts as refused at once, in milliseconds. */
const FRESH = 30_000;

/** The token in use. It writes its own headers, and shows nothing of itself. */
export class HeldToken implements AccessToken {
  readonly #record: TokenRecord;
  readonly #prover: Prover | undefined;
  readonly #life: Lifetime;
  readonly #mintedAt: number | undefined;
  #accepted = false;

  /**
   * @param env - clocks and jitter
   * @param record - as stored
   * @param options - `prover`: signs for a bound token; `minted`: true when it was issued just now, to this provider
   */
  constructor(
    env: Environment,
    record: TokenRecord,
    options: { readonly prover: Prover | undefined; readonly minted: boolean },
  ) {
    this.#record = record;
    this.#prover = options.prover;
    const now = env.clock.now();
    this.#mintedAt = options.minted ? now : undefined;
    const { expiresAt, issuedAt } = record;
    this.#life =
      expiresAt === undefined
        ? lifetimeOf(now, undefined, 0, 0)
        : lifetimeOf(now, expiresAt - env.now(), Math.max(0, expiresAt - issuedAt), env.random());
  }

  /** The stored form; for the store and the token endpoint only. */
  get record(): TokenRecord {
    return this.#record;
  }

  /** What it was granted, as far as is known. */
  get scopes(): readonly string[] {
    return scopesOf(this.#record.granted ?? this.#record.requested);
  }

  /** What was asked for when it was issued. */
  get requested(): readonly string[] {
    return scopesOf(this.#record.requested);
  }

  /** Says whether to renew it before it is used. */
  isStale(now: number): boolean {
    return now >= this.#life.staleAt;
  }

  /** Says whether it is of no use any more. */
  isExpired(now: number): boolean {
    return now >= this.#life.expiresAt;
  }

  /** Says whether a refusal now means that a new token would be refused too. */
  isFresh(now: number): boolean {
    return !this.#accepted && this.#mintedAt !== undefined && now - this.#mintedAt < FRESH;
  }

  /** Notes that the server took it. */
  accept(): void {
    this.#accepted = true;
  }

  /** Says whether it may be sent to a URL: the resource it was issued for takes it in. */
  covers(request: Pick<TokenRequest, "url" | "server">): boolean {
    const { audience } = this.#record;
    if (resourceCovers(audience, request.url)) return true;
    // Legacy HTTP+SSE posts to another path of the same server.
    const { server } = request;
    return (
      server !== undefined &&
      resourceCovers(audience, server) &&
      new URL(server).origin === new URL(request.url).origin
    );
  }

  async headers(request: TokenRequest): Promise<Readonly<Record<string, string>>> {
    if (!this.covers(request)) {
      throw authError(
        "blocked_url",
        `Refused to send a token to ${publicUrl(request.url)}, which it is not for.`,
      );
    }
    const { accessToken } = this.#record;
    if (this.#prover === undefined) return { authorization: `Bearer ${accessToken}` };
    return this.#prover.headers(request, accessToken);
  }
}
