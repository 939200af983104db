import { type Client, connect, fillDefaults, type UrlOptions } from "snodo";
import type { Scenario } from "./environment.ts";

/** Answers as a person would who accepts everything as it is offered. */
const inputHandlers: UrlOptions["inputHandlers"] = {
  form: ({ requestedSchema }) => ({ action: "accept", content: fillDefaults(requestedSchema) }),
};

/** Connects to the server of the scenario and leaves the choice of the revision to the negotiation. */
export function open({ url }: Scenario, options: UrlOptions = {}): Promise<Client> {
  return connect(url, { inputHandlers, ...options });
}
