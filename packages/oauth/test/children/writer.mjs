// Writes a record over and over until it is killed. argv: directory, lock. Says "ready" after the first write.
import { fileStore } from "../../dist/node/file-store.js";

const [directory, lock] = process.argv.slice(2);
const store = fileStore({ directory });
const padding = "x".repeat(20_000);
for (let count = 0; ; count += 1) {
  await store.withLock(lock, () =>
    store.set("tokens", "k", {
      schema: 1,
      issuer: "https://as.example.com",
      clientId: "c",
      audience: "https://h/mcp",
      accessToken: `${process.pid} ${count} ${padding}`,
      refreshToken: `${process.pid} ${count}`,
      scheme: "Bearer",
      issuedAt: count,
    }),
  );
  if (count === 0) process.stdout.write("ready\n");
}
