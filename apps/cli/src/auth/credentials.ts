import type { Surroundings } from "../targets/config-places.ts";

/** How requests are authorized. */
export type Credentials =
  /** A header the user gave. */
  | { readonly kind: "header" }
  /** `SNODO_TOKEN`. */
  | { readonly kind: "token"; readonly token: string }
  /** `SNODO_CLIENT_ID` with `SNODO_CLIENT_SECRET` or `SNODO_PRIVATE_KEY`: this program signs in as itself. */
  | {
      readonly kind: "machine";
      readonly clientId: string;
      readonly secret: string | undefined;
      /** PEM, or the path of a file with it. */
      readonly privateKey: string | undefined;
    }
  /** The user signs in. `SNODO_CLIENT_ID` alone names a client that was registered for that. */
  | { readonly kind: "user"; readonly clientId: string | undefined };

/**
 * Decides how requests are authorized: a header of the command line or of a configuration file, else the environment,
 * else the user.
 *
 * @param headers - what is sent with every request
 * @param env - of this program
 */
export function credentialsOf(
  headers: Readonly<Record<string, string>>,
  env: Surroundings["env"],
): Credentials {
  if (Object.keys(headers).some((name) => name.toLowerCase() === "authorization")) return { kind: "header" };
  const token = env["SNODO_TOKEN"] ?? "";
  if (token !== "") return { kind: "token", token };
  const clientId = setting(env, "SNODO_CLIENT_ID");
  const secret = setting(env, "SNODO_CLIENT_SECRET");
  const privateKey = setting(env, "SNODO_PRIVATE_KEY");
  if (clientId !== undefined && (secret ?? privateKey) !== undefined) {
    return { kind: "machine", clientId, secret, privateKey };
  }
  return { kind: "user", clientId };
}

function setting(env: Surroundings["env"], name: string): string | undefined {
  const value = env[name] ?? "";
  return value === "" ? undefined : value;
}
