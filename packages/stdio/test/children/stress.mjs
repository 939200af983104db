// Answers tools/call after the time its arguments ask for, in whatever order that gives, with progress on the way.
const seen = { calls: 0, cancelled: 0 };

function say(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

function call(id, { n, delay, steps }, token) {
  seen.calls += 1;
  let step = 0;
  const next = () => {
    if (step < steps) {
      step += 1;
      say({
        method: "notifications/progress",
        params: { progressToken: token, progress: step, message: String(n) },
      });
      setTimeout(next, delay);
    } else {
      say({ id, result: { resultType: "complete", content: [], structuredContent: { n } } });
    }
  };
  setTimeout(next, delay);
}

let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) {
    const { id, method, params } = JSON.parse(line);
    if (method === "notifications/cancelled") seen.cancelled += 1;
    else if (params.name === "seen")
      say({ id, result: { resultType: "complete", content: [], structuredContent: seen } });
    else call(id, params.arguments, params._meta.progressToken);
  }
});
process.stdin.on("end", () => process.exit(0));
