import {
  eraOf,
  isObject,
  type JsonObject,
  META,
  messageOf,
  own,
  REVISIONS,
  type Revision,
  type Transport,
} from "@snodo/protocol";
import type { CheckRun } from "./check-run.ts";
import { Examiner } from "./examiner.ts";
import { initializeHttp } from "./http/initialize.ts";
import { statelessHttp } from "./http/stateless.ts";
import { Wire } from "./http/wire.ts";
import { Ledger } from "./ledger.ts";
import type { CheckOptions } from "./options.ts";
import { basics } from "./phases/basics.ts";
import { capabilities } from "./phases/capabilities.ts";
import { logging } from "./phases/logging.ts";
import { open, versionFallback, versions } from "./phases/opening.ts";
import { prompts } from "./phases/prompts.ts";
import { resources } from "./phases/resources.ts";
import { subscriptions } from "./phases/subscriptions.ts";
import { tools } from "./phases/tools.ts";
import type { Probe } from "./probe.ts";
import { type ServerReport, type SpokenRevision, serverReport } from "./report.ts";

const PHASES: readonly ((probe: Probe) => Promise<void>)[] = [
  versions,
  basics,
  tools,
  resources,
  prompts,
  capabilities,
  logging,
  subscriptions,
];
const TIMEOUT = 10_000;

/** One run over one server. */
export class ServerCheck {
  readonly #run: CheckRun;
  readonly #spoken: SpokenRevision[] = [];
  readonly #capabilities = new Map<Revision, JsonObject>();
  #serverInfo: JsonObject | undefined;

  constructor(transport: Transport, options: CheckOptions) {
    this.#run = { transport, options, ledger: new Ledger(), slowTools: new Set() };
  }

  /** Runs everything. */
  async run(): Promise<ServerReport> {
    const wanted = this.#run.options.revisions ?? REVISIONS;
    for (const revision of REVISIONS.filter((each) => wanted.includes(each))) await this.#revision(revision);
    const handshake = this.#spoken.find(({ revision, spoken }) => spoken && eraOf(revision) === "initialize");
    if (handshake !== undefined) {
      await versionFallback(this.#run, handshake.revision);
    }
    await this.#http(handshake !== undefined);
    return serverReport(this.#run.transport.label, this.#serverInfo, this.#spoken, this.#run.ledger);
  }

  async #revision(revision: Revision): Promise<void> {
    let opened: Awaited<ReturnType<typeof open>>;
    try {
      opened = await open(this.#run, revision);
    } catch (error) {
      this.#spoken.push({ revision, spoken: false, reason: messageOf(error) });
      return;
    }
    if ("reason" in opened) {
      this.#spoken.push({ revision, spoken: false, reason: opened.reason });
      return;
    }
    const { probe, greeting } = opened;
    this.#spoken.push({ revision, spoken: true });
    this.#capabilities.set(revision, probe.capabilities);
    this.#serverInfo ??= identity(greeting);
    try {
      for (const phase of PHASES) {
        // A server that went away answers nothing more; that it did is noted already.
        if (!probe.lost) await phase(probe);
      }
    } finally {
      await probe.close();
    }
  }

  async #http(handshake: boolean): Promise<void> {
    const { http, timeout = TIMEOUT } = this.#run.options;
    if (http === undefined) return;
    const wire = new Wire(http, timeout);
    for (const [revision, announced] of this.#capabilities) {
      const examiner = new Examiner(revision, this.#run.ledger);
      examiner.capabilities = announced;
      if (eraOf(revision) === "stateless") await statelessHttp(wire, examiner, handshake);
      // The revision of 2024 had another transport.
      else if (revision > "2024-11-05") await initializeHttp(wire, examiner);
    }
  }
}

function identity(greeting: JsonObject): JsonObject | undefined {
  const meta = own(greeting, "_meta");
  const info = own(greeting, "serverInfo") ?? (isObject(meta) ? own(meta, META.serverInfo) : undefined);
  return isObject(info) ? info : undefined;
}
