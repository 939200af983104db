import type { Target } from "../discovery/discover.ts";
import type { Environment } from "../environment.ts";
import { type ClientOptions, configuredClient } from "../providers/configured-client.ts";
import type { ClientMetadata } from "../registration/client-metadata.ts";
import { checkClientMetadataUrl } from "../registration/metadata-url.ts";
import { secretOf } from "../secret.ts";
import { recordKey } from "../store/keys.ts";
import type { RegistrationRecord } from "../store/records.ts";
import { read, remove } from "../store/repository.ts";
import { chooseAuthMethod } from "../token/auth-method.ts";
import type { ClientIdentity } from "../token/client.ts";

/** How a client that acts for a user becomes known to an authorization server. */
export interface CodeClientOptions extends ClientOptions {
  /** Where this client's metadata document is published; used as its id where the server supports that. */
  readonly clientMetadataUrl?: string | undefined;
  /** What a dynamic registration says of this client. */
  readonly clientMetadata?: ClientMetadata | undefined;
}

/** Which client to be. */
export interface CodeClient {
  /** What a registration says, apart from what differs from server to server. */
  readonly registers: { readonly metadata: ClientMetadata; readonly grantTypes: readonly string[] };
  /** The client that is known without asking anybody. */
  identify(env: Environment, target: Target): Promise<ClientIdentity | undefined>;
  /** Where a registration is stored. */
  registrationKey(target: Target): Promise<string>;
  /** The registration that is still good, if there is one. */
  registration(env: Environment, target: Target): Promise<RegistrationRecord | undefined>;
  /** Forgets what a server no longer knows; a configured client stays. */
  forget(env: Environment, target: Target, client?: ClientIdentity): Promise<void>;
}

/**
 * Decides which client to be: configured, else the metadata document, else one that is registered.
 *
 * @param options - see {@link CodeClientOptions}
 * @param grantTypes - what a registration asks for
 * @throws TypeError for options that contradict each other
 */
export function codeClient(options: CodeClientOptions, grantTypes: readonly string[]): CodeClient {
  const { clientMetadataUrl, clientMetadata = {} } = options;
  const configured = options.clientId === undefined ? undefined : configuredClient(options);
  if (clientMetadataUrl !== undefined) checkClientMetadataUrl(clientMetadataUrl);
  /** Issuers that said they know no metadata documents although their metadata says so. */
  const noDocument = new Set<string>();

  const registrationKey = ({ metadata }: Target): Promise<string> =>
    recordKey("registration", metadata.issuer, JSON.stringify(clientMetadata));

  const registration: CodeClient["registration"] = async (env, target) => {
    const record = (await read(env.store, "registration", await registrationKey(target)))?.value;
    return (record?.secretExpiresAt ?? Number.POSITIVE_INFINITY) > env.now() ? record : undefined;
  };

  const identify: CodeClient["identify"] = async (env, target) => {
    const { metadata } = target;
    if (configured !== undefined) return configured(metadata);
    const documents =
      metadata.client_id_metadata_document_supported === true && !noDocument.has(metadata.issuer);
    if (clientMetadataUrl !== undefined && documents) return { ...publicClient, id: clientMetadataUrl };
    const record = await registration(env, target);
    return record && identityOf(target, record);
  };

  return {
    registers: { metadata: clientMetadata, grantTypes },
    registrationKey,
    registration,
    identify,
    async forget(env, target, client) {
      if (client?.source === "document") noDocument.add(target.metadata.issuer);
      else await remove(env.store, "registration", await registrationKey(target));
    },
  };
}

/** A client whose id is the address of its metadata document, and which has no secret. */
const publicClient = {
  source: "document",
  method: "none",
  inputs: { listed: undefined, hasSecret: false, hasKey: false },
} as const;

/**
 * The client a registration made.
 *
 * @param target - where
 * @param record - what was stored of it
 */
export function identityOf(target: Target, record: RegistrationRecord): ClientIdentity {
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
