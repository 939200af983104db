// The only door to the library that signs: DPoP proofs and client assertions. Plain form requests and every answer are
// dealt with here, for size and because the library refuses much of what servers answer (docs/adr, OAuth requests).
export {
  allowInsecureRequests,
  clockSkew,
  customFetch,
  DPoP,
  generateKeyPair,
  genericTokenEndpointRequest,
  modifyAssertion,
  None,
  PrivateKeyJwt,
  protectedResourceRequest,
} from "oauth4webapi";
