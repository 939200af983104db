/** A key of WebCrypto, as far as it is looked at here. The `CryptoKey` of every platform fits. */
export interface SigningKey {
  readonly type: string;
  readonly extractable: boolean;
  readonly algorithm: object;
  readonly usages: readonly string[];
}

/** A key pair of WebCrypto, made to sign and verify. */
export interface SigningKeyPair {
  readonly privateKey: SigningKey;
  readonly publicKey: SigningKey;
}

/** A JSON Web Key. */
export interface Jwk {
  readonly kty?: string | undefined;
  readonly crv?: string | undefined;
  readonly alg?: string | undefined;
  readonly kid?: string | undefined;
  readonly [name: string]: unknown;
}

/** How WebCrypto is told which algorithm a key is for. */
export interface KeyAlgorithm {
  readonly name: string;
  readonly namedCurve?: string;
  readonly hash?: string;
}
