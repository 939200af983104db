// The package brings no types; this is what the fixture uses of it.
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  interface Grant {
    addOIDCScope(scope: string): void;
    addResourceScope(resource: string, scope: string): void;
    save(): Promise<string>;
  }

  interface Interaction {
    readonly prompt: { readonly name: string };
    readonly params: Readonly<Record<string, unknown>>;
    readonly session?: { readonly accountId: string } | undefined;
  }

  export class Provider {
    constructor(issuer: string, configuration: unknown);
    readonly Grant: {
      new (of: { readonly accountId: string; readonly clientId: string }): Grant;
    };
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: unknown,
      options: { readonly mergeWithLastSubmission: boolean },
    ): Promise<void>;
  }
}
