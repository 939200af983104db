// A desktop program: `node src/main.ts https://mcp.example.com/mcp` (Node 24 or newer runs TypeScript as it is).
import { isAuthorizationError } from "@snodo/oauth";
import { connect } from "snodo";
import { signIn } from "./sign-in.ts";

const [url = ""] = process.argv.slice(2);
try {
  await using client = await connect(url, { tokenProvider: signIn() });
  for (const { name, description = "" } of await client.listTools()) console.log(`${name}  ${description}`);
} catch (error) {
  // Every failure of the sign-in has a name: the user refused, the time was up, the server cannot be used safely.
  console.error(isAuthorizationError(error) ? `not signed in: ${error.message}` : error);
  process.exitCode = 1;
}
