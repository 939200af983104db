import type { AuthorizationCodeProvider, SignInStatus } from "@snodo/oauth";
import { publicUrl } from "@snodo/protocol";
import { credentialsOf } from "../auth/credentials.ts";
import { sayDuration } from "../command-line/duration.ts";
import { readHeaders } from "../connection/headers.ts";
import { usageError } from "../exit/cli-error.ts";
import { EXIT, type ExitCode } from "../exit/exit-codes.ts";
import type { Invocation } from "../invocation.ts";
import type { Output } from "../output/output.ts";
import { table } from "../output/table.ts";
import { findTarget } from "../targets/find-target.ts";
import type { UrlTarget } from "../targets/target.ts";
import { noMoreWords } from "./words.ts";

/** `snodo login`: signs the user in at a server, whether or not anything needs it yet. */
export async function login(invocation: Invocation): Promise<ExitCode> {
  const { target, provider } = await signInAt(invocation);
  await provider.signIn({ signal: invocation.stopper.signal });
  tell(invocation.output, target, await provider.status(), invocation.options.value("account"));
  return EXIT.Ok;
}

/** `snodo logout`: forgets what was kept of a sign-in. */
export async function logout(invocation: Invocation): Promise<ExitCode> {
  const { output } = invocation;
  const { target, provider } = await signInAt(invocation);
  const before = await provider.status();
  await provider.signOut();
  const server = publicUrl(target.url);
  output.result({ server, signedOut: before !== undefined }, () =>
    before === undefined ? `Nobody was signed in at ${server}.` : `Signed out of ${server}.`,
  );
  return EXIT.Ok;
}

/** `snodo whoami`: what is known of a sign-in. Nothing is sent. */
export async function whoami(invocation: Invocation): Promise<ExitCode> {
  const { options, output, around } = invocation;
  const { target, provider } = await signInAt(invocation);
  const { kind } = credentialsOf({ ...target.headers, ...readHeaders(options.values("header")) }, around.env);
  if (kind !== "user") {
    output.result({ server: publicUrl(target.url), credentials: kind }, () => sayOther(kind));
    return EXIT.Ok;
  }
  const status = await provider.status();
  tell(output, target, status, options.value("account"));
  return status === undefined ? EXIT.Authorization : EXIT.Ok;
}

async function signInAt(
  invocation: Invocation,
): Promise<{ readonly target: UrlTarget; readonly provider: AuthorizationCodeProvider }> {
  const { words, server, options, around } = invocation;
  const { target, words: rest } = await findTarget(words, server, options, around);
  noMoreWords(rest);
  if (target.kind !== "url") {
    throw usageError(
      "Only servers with a URL are signed in to.",
      "A command gets its credentials from its environment.",
    );
  }
  invocation.serverKnown(publicUrl(target.url));
  const { userProvider } = await import("../auth/user-provider.ts");
  const clientId = around.env["SNODO_CLIENT_ID"];
  const aside = <T>(wait: () => Promise<T>): Promise<T> => wait();
  return { target, provider: userProvider(invocation, { url: target.url, clientId, always: true, aside }) };
}

function tell(
  output: Output,
  target: UrlTarget,
  status: SignInStatus | undefined,
  account: string | undefined,
): void {
  const server = publicUrl(target.url);
  const document = {
    server,
    signedIn: status !== undefined,
    ...(account === undefined ? {} : { account }),
    ...status,
  };
  output.result(document, () => {
    if (status === undefined) return `Nobody is signed in at ${server}. Sign in with: snodo login ${server}`;
    const { style, width } = output;
    const rows = [
      ["signed in at", server],
      ...(account === undefined ? [] : [["account", account]]),
      ["by", publicUrl(status.issuer)],
      ["as client", status.clientId],
      ["may", status.scopes.length === 0 ? "what the server allows by default" : status.scopes.join(" ")],
      ["for", sayLifetime(status)],
    ];
    return table(
      rows.map(([name = "", value = ""]) => [
        { text: name, paint: (line) => style("dim", line) },
        { text: value },
      ]),
      width,
    );
  });
}

function sayLifetime({ expiresAt, renewable }: SignInStatus): string {
  const renewed = renewable ? ", and is renewed without you" : "";
  if (expiresAt === undefined) return `as long as the server likes${renewed}`;
  const left = expiresAt - Date.now();
  return left <= 0 ? `no longer${renewed}` : `${sayDuration(left)}${renewed}`;
}

function sayOther(kind: "header" | "token" | "machine"): string {
  switch (kind) {
    case "header":
      return "Requests carry the Authorization header that was given.";
    case "token":
      return "Requests carry SNODO_TOKEN.";
    case "machine":
      return "Requests are authorized as the client SNODO_CLIENT_ID.";
  }
}
