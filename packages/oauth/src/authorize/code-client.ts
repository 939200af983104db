import { publicUrl } from "@snodo/protocol";
import type { Target } from "../discovery/discover.ts";
import { type Environment, unslash } from "../environment.ts";
import { signInError } from "../errors.ts";
import { type ClientOptions, configuredClient } from "../providers/configured-client.ts";
import type { ClientMetadata } from "../registration/client-metadata.ts";
import { registerClient } from "../registration/dynamic.ts";
import { checkClientMetadataUrl } from "../registration/metadata-url.ts";
import { secretOf } from "../secret.ts";
import type { GrantContext } from "../session/grant.ts";
import { recordKey } from "../store/keys.ts";
import type { RegistrationRecord } from "../store/records.ts";
import { read, remove, write } from "../store/repository.ts";
import { chooseAuthMethod } from "../token/auth-method.ts";
import type { ClientIdentity } from "../token/client.ts";

/** How a client that acts for a user becomes known to an authorization server. */
export interface CodeClientOptions extends ClientOptions {
  /** Where this client's metadata document is published; used as its id where the server supports that. */
  readonly clientMetadataUrl?: string | undefined;
  /** What a dynamic registration says of this client. */
  readonly clientMetadata?: ClientMetadata | undefined;
}

/** Decides which client to be: configured, else the metadata document, else one registered on the spot. */
export class CodeClient {
  readonly #options: CodeClientOptions;
  readonly #configured: ReturnType<typeof configuredClient> | undefined;
  /** Issuers that said they know no metadata documents although their metadata says so. */
  readonly #noDocument = new Set<string>();
  readonly #grantTypes: readonly string[];

  constructor(options: CodeClientOptions, grantTypes: readonly string[]) {
    this.#options = options;
    this.#grantTypes = grantTypes;
    this.#configured = options.clientId === undefined ? undefined : configuredClient(options);
    if (options.clientMetadataUrl !== undefined) checkClientMetadataUrl(options.clientMetadataUrl);
  }

  /** The client that is known without asking anybody. */
  async identify(env: Environment, target: Target): Promise<ClientIdentity | undefined> {
    const { metadata } = target;
    if (this.#configured !== undefined) return this.#configured(metadata);
    const { clientMetadataUrl } = this.#options;
    const documents = metadata.client_id_metadata_document_supported === true;
    if (clientMetadataUrl !== undefined && documents && !this.#noDocument.has(metadata.issuer)) {
      const inputs = {
        listed: metadata.token_endpoint_auth_methods_supported,
        hasSecret: false,
        hasKey: false,
      };
      return { id: clientMetadataUrl, source: "document", method: "none", inputs };
    }
    const record = await this.registration(env, target);
    return record === undefined ? undefined : identityOf(target, record);
  }

  /** The registration that is still good, if there is one. */
  async registration(env: Environment, target: Target): Promise<RegistrationRecord | undefined> {
    const record = (await read(env.store, "registration", await this.#key(target)))?.value;
    if (record === undefined || unslash(record.issuer) !== unslash(target.metadata.issuer)) return undefined;
    const expired = record.secretExpiresAt !== undefined && record.secretExpiresAt <= env.now();
    return expired ? undefined : record;
  }

  /**
   * The client to send a user with, registered now if need be.
   *
   * @throws McpError `authorization`: `client_id_required`, `registration_rejected`
   */
  async forRedirect(
    context: GrantContext,
    redirectUri: string,
    scopes: readonly string[],
  ): Promise<{ readonly client: ClientIdentity; readonly reused: boolean }> {
    const { env, target } = context;
    const known = await this.identify(env, target);
    if (known !== undefined && known.source !== "dynamic") return { client: known, reused: false };
    const key = await this.#key(target);
    // Several who need a client at once get one, which all of them can finish with.
    return env.store.withLock(`register ${key}`, async () => {
      const record = await this.registration(env, target);
      const reused = record?.redirectUris.includes(redirectUri) === true;
      const usable = reused ? record : await this.#register(context, redirectUri, scopes);
      if (!reused) await write(env.store, "registration", key, usable);
      return { client: identityOf(target, usable), reused };
    });
  }

  #register(
    { env, target, signal }: GrantContext,
    redirectUri: string,
    scopes: readonly string[],
  ): Promise<RegistrationRecord> {
    if (target.metadata.registration_endpoint === undefined) throw clientIdRequired(target, redirectUri);
    const inputs = {
      metadata: this.#options.clientMetadata ?? {},
      redirectUri,
      grantTypes: this.#grantTypes,
      listed: target.metadata.token_endpoint_auth_methods_supported,
      scopes,
    };
    return registerClient(env, target, inputs, signal);
  }

  /** Forgets what a server no longer knows; a configured client stays. */
  async forget(env: Environment, target: Target, client: ClientIdentity | undefined): Promise<void> {
    if (client?.source === "document") this.#noDocument.add(target.metadata.issuer);
    else await remove(env.store, "registration", await this.#key(target));
  }

  #key(target: Target): Promise<string> {
    const { clientMetadata } = this.#options;
    return recordKey("registration", target.metadata.issuer, JSON.stringify(clientMetadata ?? {}));
  }
}

function identityOf(target: Target, record: RegistrationRecord): ClientIdentity {
  const inputs = {
    returned: record.method,
    listed: target.metadata.token_endpoint_auth_methods_supported,
    hasSecret: record.clientSecret !== undefined,
    hasKey: false,
  };
  return {
    id: record.clientId,
    source: "dynamic",
    method: chooseAuthMethod(inputs),
    secret: secretOf(record.clientSecret),
    inputs,
  };
}

function clientIdRequired(target: Target, redirectUri: string): Error {
  const { issuer } = target.metadata;
  const why = `${publicUrl(issuer)} registers no clients by itself. Register one with the redirect URI ${redirectUri}, and configure \`clientId\``;
  return signInError("client_id_required", target.server, why, { issuer });
}
