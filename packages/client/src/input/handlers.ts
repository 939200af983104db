import type {
  CreateMessageParams,
  CreateMessageResult,
  ElicitResult,
  FormElicitation,
  ListRootsParams,
  ListRootsResult,
  UrlElicitation,
} from "@snodo/protocol";

/** What an input handler gets besides the params. */
export interface InputContext {
  /** Aborted when the call is given up, the server withdraws its request, or the client closes. */
  readonly signal: AbortSignal;
  /** The server's label: its command, or its URL without credentials and query. */
  readonly server: string;
}

/**
 * Functions that answer what servers ask for, by kind. Each returns the result its kind expects, or throws: then the
 * call rejects (-32603, reason `input_handler`), and a server request is answered -32603.
 *
 * Spec: 2026-07-28 client/elicitation, client/sampling, client/roots.
 */
export interface InputHandlers {
  /** A form for the user. Declares `elicitation.form`. */
  readonly form?:
    | ((params: FormElicitation, context: InputContext) => Promise<ElicitResult> | ElicitResult)
    | undefined;
  /** A URL for the user to visit. Declares `elicitation.url`. */
  readonly url?:
    | ((params: UrlElicitation, context: InputContext) => Promise<ElicitResult> | ElicitResult)
    | undefined;
  /** A model's answer. Declares `sampling`; `tools` and `context` are declared by hand. */
  readonly sampling?:
    | ((
        params: CreateMessageParams,
        context: InputContext,
      ) => Promise<CreateMessageResult> | CreateMessageResult)
    | undefined;
  /** The places the server may work in. Declares `roots`. */
  readonly roots?:
    | ((params: ListRootsParams, context: InputContext) => Promise<ListRootsResult> | ListRootsResult)
    | undefined;
}

/** The kinds of input a server may ask for. */
export type InputKind = keyof InputHandlers;
