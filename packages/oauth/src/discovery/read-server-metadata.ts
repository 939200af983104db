import { type JsonObject, own } from "@snodo/protocol";
import { listField, textField } from "../json-fields.ts";

/** What an authorization server says of itself (RFC 8414, OpenID Connect Discovery), as far as a client needs it. */
export interface ServerMetadata {
  /** As the document spells it: this is what `iss` is compared with. */
  readonly issuer: string;
  readonly authorization_endpoint?: string | undefined;
  readonly token_endpoint: string;
  readonly registration_endpoint?: string | undefined;
  readonly device_authorization_endpoint?: string | undefined;
  readonly scopes_supported?: readonly string[] | undefined;
  readonly token_endpoint_auth_methods_supported?: readonly string[] | undefined;
  readonly code_challenge_methods_supported?: readonly string[] | undefined;
  readonly dpop_signing_alg_values_supported?: readonly string[] | undefined;
  readonly authorization_response_iss_parameter_supported?: boolean | undefined;
  readonly client_id_metadata_document_supported?: boolean | undefined;
}

const TEXTS = [
  "issuer",
  "token_endpoint",
  "authorization_endpoint",
  "registration_endpoint",
  "device_authorization_endpoint",
];
const LISTS = [
  "scopes_supported",
  "token_endpoint_auth_methods_supported",
  "code_challenge_methods_supported",
  "dpop_signing_alg_values_supported",
];
/** Only a literal `true` counts. */
const FLAGS = ["authorization_response_iss_parameter_supported", "client_id_metadata_document_supported"];

/**
 * Takes from a document what is used of it.
 *
 * @param body - a peer's document, or what a store gave back
 * @returns undefined without an issuer and a token endpoint
 */
export function readServerMetadata(body: JsonObject): ServerMetadata | undefined {
  const fields = [
    ...TEXTS.map((name) => [name, textField(body, name)]),
    ...LISTS.map((name) => [name, listField(body, name)]),
    ...FLAGS.map((name) => [name, own(body, name) === true]),
  ];
  const metadata = Object.fromEntries(fields) as unknown as ServerMetadata;
  return (metadata.issuer && metadata.token_endpoint) === undefined ? undefined : metadata;
}
