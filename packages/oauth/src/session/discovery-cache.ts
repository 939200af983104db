import type { Challenge } from "@snodo/protocol";
import { publicUrl } from "@snodo/protocol";
import { discover, type Target } from "../discovery/discover.ts";
import { type Environment, unslash } from "../environment.ts";
import { signInError } from "../errors.ts";
import { recordKey } from "../store/keys.ts";
import { type DiscoveryRecord, SCHEMA } from "../store/records.ts";
import { read, write } from "../store/repository.ts";
import type { Grant } from "./grant.ts";

/** How long metadata is used without asking again, in milliseconds. A challenge always asks again. */
const MAX_AGE = 3_600_000;

/** What is known of one MCP server, in memory and in the store. */
export class DiscoveryCache {
  readonly #env: Environment;
  readonly #grant: Grant;
  /** What was found last, whatever came of it. */
  latest: Target | undefined;
  #known: Promise<DiscoveryRecord | undefined> | undefined;

  constructor(env: Environment, grant: Grant) {
    this.#env = env;
    this.#grant = grant;
  }

  /** What the last successful sign-in was based on, if there was one. */
  async last(server: string): Promise<Target | undefined> {
    return (await this.#record(server))?.target;
  }

  /**
   * Asks again, as after every refusal: the server may have moved to another authorization server.
   *
   * @throws as {@link discover}; also `issuer_mismatch` when the configured client belongs to another server
   */
  async fresh(server: string, challenge: Challenge | undefined, signal: AbortSignal): Promise<Target> {
    const before = await this.#record(server);
    const advertised = challenge === undefined ? (before?.target.advertised ?? []) : advertisedBy(challenge);
    const { pkce } = this.#grant;
    const target = await discover(this.#env, { server, advertised, pkce, signal });
    this.#checkBinding(before, target);
    const schemes = challenge?.schemes.map(({ scheme }) => scheme) ?? [];
    const dpopOnly = schemes.includes("dpop") && !schemes.includes("bearer");
    this.latest = dpopOnly ? { ...target, dpopRequired: true } : target;
    return this.latest;
  }

  /** What to renew a token by when nobody refused it; undefined before the first sign-in. */
  async current(server: string, signal: AbortSignal): Promise<Target | undefined> {
    const target = await this.last(server);
    const old = target !== undefined && this.#env.now() - target.fetchedAt > MAX_AGE;
    return old ? this.fresh(server, undefined, signal) : target;
  }

  /** Keeps what a successful sign-in was based on. */
  async remember(target: Target, clientId: string): Promise<void> {
    if ((await this.last(target.server)) === target) return;
    const record: DiscoveryRecord = { schema: SCHEMA, target, clientId };
    this.#known = Promise.resolve(record);
    await write(this.#env.store, "discovery", await this.#key(target.server), record);
  }

  #record(server: string): Promise<DiscoveryRecord | undefined> {
    const known = this.#known ?? this.#read(server);
    this.#known = known;
    // A store that fails now may work later.
    known.catch(() => {
      this.#known = undefined;
    });
    return known;
  }

  async #read(server: string): Promise<DiscoveryRecord | undefined> {
    return (await read(this.#env.store, "discovery", await this.#key(server)))?.value;
  }

  /** A secret goes to the authorization server it was first used at, until the application says otherwise. */
  #checkBinding(before: DiscoveryRecord | undefined, { server, metadata: { issuer } }: Target): void {
    const { boundClientId } = this.#grant;
    if (this.#env.issuer !== undefined || boundClientId === undefined) return;
    if (before?.clientId !== boundClientId) return;
    const home = before.target.metadata.issuer;
    if (unslash(home) === unslash(issuer)) return;
    const why = `it moved to ${publicUrl(issuer)}, and the client belongs to ${publicUrl(home)}. If right, configure \`issuer\` and its client`;
    throw signInError("issuer_mismatch", server, why, { issuer, error: "configured" });
  }

  #key(server: string): Promise<string> {
    return recordKey("discovery", server, this.#env.account);
  }
}

/** Every place a challenge says the metadata is at; servers behind proxies have been seen to send two. */
function advertisedBy({ resourceMetadata, schemes }: Challenge): readonly string[] {
  const all = schemes.flatMap(({ params }) => params.get("resource_metadata") ?? []);
  return [...new Set(resourceMetadata === undefined ? all : [resourceMetadata, ...all])];
}
