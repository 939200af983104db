/** Pages of the specification that moved between the eras. */
export interface MovedPage {
  readonly stateless: string;
  readonly initialize: string;
}

export const TRANSPORT: MovedPage = {
  stateless: "basic/transports/streamable-http",
  initialize: "basic/transports",
};
export const STDIO: MovedPage = { stateless: "basic/transports/stdio", initialize: "basic/transports" };
export const OPENING: MovedPage = { stateless: "basic/versioning", initialize: "basic/lifecycle" };
