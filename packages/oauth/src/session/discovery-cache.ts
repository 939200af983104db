import type { Challenge } from "@snodo/protocol";
import { publicUrl } from "@snodo/protocol";
import { discover, type Target } from "../discovery/discover.ts";
import { findServerMetadata } from "../discovery/server-metadata.ts";
import type { Environment } from "../environment.ts";
import { unslash } from "../environment.ts";
import { isAuthorizationError, signInError } from "../errors.ts";
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
  #known: DiscoveryRecord | undefined;
  #loaded = false;

  constructor(env: Environment, grant: Grant) {
    this.#env = env;
    this.#grant = grant;
  }

  /** What the last successful sign-in found, if anything. */
  async known(server: string): Promise<DiscoveryRecord | undefined> {
    if (!this.#loaded) {
      this.#loaded = true;
      this.#known = (await read(this.#env.store, "discovery", await this.#key(server)))?.value;
    }
    return this.#known;
  }

  /** The same, as a target. */
  async last(server: string): Promise<Target | undefined> {
    return (await this.known(server))?.target;
  }

  /**
   * Asks again, as after every refusal: the server may have moved to another authorization server.
   *
   * @throws as {@link discover}; also `issuer_mismatch` when the configured client belongs to another server
   */
  async fresh(server: string, challenge: Challenge | undefined, signal: AbortSignal): Promise<Target> {
    const env = this.#env;
    const target = await discover(env, {
      server,
      advertised: advertisedBy(challenge),
      pkce: this.#grant.pkce,
      signal,
    });
    const before = await this.known(server);
    this.#checkBinding(server, before, target);
    const schemes = challenge?.schemes.map(({ scheme }) => scheme) ?? [];
    const dpopOnly = schemes.includes("dpop") && !schemes.includes("bearer");
    return dpopOnly ? { ...target, dpopRequired: true } : target;
  }

  /** What to renew a token by when nobody refused it: as found before, with metadata that is not too old. */
  async current(server: string, signal: AbortSignal): Promise<Target | undefined> {
    const known = await this.known(server);
    if (known === undefined) return undefined;
    const { target } = known;
    if (this.#env.now() - known.fetchedAt < MAX_AGE) return target;
    const metadata = await this.#newerMetadata(target, signal);
    this.#known = { ...known, target: { ...target, metadata }, fetchedAt: this.#env.now() };
    return this.#known.target;
  }

  /** Keeps what a successful sign-in was based on. */
  async remember(target: Target, clientId: string): Promise<void> {
    this.#known = { schema: SCHEMA, target, clientId, fetchedAt: this.#env.now() };
    this.#loaded = true;
    await write(this.#env.store, "discovery", await this.#key(target.server), this.#known);
  }

  async #newerMetadata({ server, metadata }: Target, signal: AbortSignal): Promise<Target["metadata"]> {
    try {
      const options = { pkce: this.#grant.pkce, signal };
      return (await findServerMetadata(this.#env, metadata.issuer, server, options)).found ?? metadata;
    } catch (thrown) {
      if (!isAuthorizationError(thrown, "discovery_failed")) throw thrown;
      return metadata;
    }
  }

  /** A secret goes to the authorization server it was first used at, until the application says otherwise. */
  #checkBinding(server: string, before: DiscoveryRecord | undefined, target: Target): void {
    const { boundClientId } = this.#grant;
    const { issuer } = target.metadata;
    if (this.#env.issuer !== undefined || boundClientId === undefined) return;
    if (before?.clientId !== boundClientId) return;
    const known = before.target.metadata;
    if (unslash(known.issuer) === unslash(issuer)) return;
    const why = `it moved to ${publicUrl(issuer)}, and the client belongs to ${publicUrl(known.issuer)}. If right, configure \`issuer\` and its client`;
    throw signInError("issuer_mismatch", server, why, { issuer, error: "configured" });
  }

  #key(server: string): Promise<string> {
    return recordKey("discovery", server, this.#env.account);
  }
}

/** Every place a challenge says the metadata is at; servers behind proxies have been seen to send two. */
function advertisedBy(challenge: Challenge | undefined): readonly string[] {
  const all = challenge?.schemes.flatMap(({ params }) => params.get("resource_metadata") ?? []) ?? [];
  const first = challenge?.resourceMetadata;
  return [...new Set(first === undefined ? all : [first, ...all])];
}
