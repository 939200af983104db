import type { FieldReport } from "./field-report.ts";

/** Reports 115 to 150: schemas, caches, runtimes and codings. */
export const contentReports: readonly FieldReport[] = [
  {
    number: 115,
    from: [
      "modelcontextprotocol/typescript-sdk#1175",
      "anomalyco/opencode#21591",
      "anthropics/claude-code#76040",
      "google-labs-code/stitch-sdk#367",
    ],
    tests: ["client/typescript-sdk-1175"],
  },
  {
    number: 116,
    from: ["anomalyco/opencode#39333", "nataliapc/mcp-openmsx#22", "inkeep/open-knowledge#1250"],
    tests: ["client/opencode-39333"],
  },
  { number: 117, from: ["nicobailon/pi-mcp-adapter#2"], tests: ["client/pi-mcp-adapter-2"] },
  { number: 118, from: ["google-gemini/gemini-cli#9332"], tests: ["client/gemini-cli-9332"] },
  { number: 119, from: ["modelcontextprotocol/typescript-sdk#2605"], tests: ["client/typescript-sdk-2605"] },
  {
    number: 120,
    from: ["modelcontextprotocol/typescript-sdk#654", "HexSleeves/tailscale-mcp#101"],
    tests: ["client/typescript-sdk-654"],
  },
  {
    number: 121,
    from: ["oculairmedia/Letta-MCP-server#102", "IBM/mcp-context-forge#4042"],
    tests: ["client/letta-mcp-server-102"],
  },
  { number: 122, from: ["naw103/foremerge#28"], tests: ["client/foremerge-28"] },
  { number: 123, from: ["mastra-ai/mastra#22556"], tests: ["client/mastra-22556"] },
  {
    number: 124,
    from: ["vercel/ai#14925", "vercel/ai#14928", "kirodotdev/Kiro#7983", "openai/codex#33404"],
    tests: ["client/ai-14925"],
  },
  {
    number: 125,
    from: ["ElliotPadfield/unpaywall-mcp#4", "apify/apify-mcp-server#264"],
    tests: ["client/ai-14925"],
  },
  {
    number: 126,
    from: ["anthropics/claude-code#78762", "StarRocks/mcp-server-starrocks#36"],
    tests: ["client/claude-code-78762"],
  },
  {
    number: 127,
    from: ["anthropics/claude-code#44364", "MervinPraison/PraisonAI#3111"],
    tests: ["client/claude-code-44364"],
  },
  {
    number: 128,
    from: [
      "ayunis-core/ayunis-core#973",
      "HKUDS/nanobot#5360",
      "MarlBurroW/kinbot#99",
      "softwaremill/sttp-ai#520",
    ],
    tests: ["client/ayunis-core-973"],
  },
  {
    number: 129,
    from: ["gemini-cli-extensions/security#90", "milady-ai/milady#135"],
    tests: ["client/security-90"],
  },
  { number: 130, from: ["OpenRouterTeam/typescript-agent#86"], tests: ["cache/typescript-agent-86"] },
  { number: 131, from: ["huggingface/chat-ui#2340"], tests: ["cache/chat-ui-2340"] },
  { number: 132, from: ["simonx1/ruby-mcp-client#230"], tests: ["cache/ruby-mcp-client-230"] },
  {
    number: 133,
    from: ["modelcontextprotocol/modelcontextprotocol#2749"],
    tests: ["cache/modelcontextprotocol-2749"],
  },
  { number: 134, from: ["can1357/oh-my-pi#8167"], tests: ["cache/oh-my-pi-8167"] },
  {
    number: 135,
    from: [
      "withastro/flue#400",
      "mastra-ai/mastra#15926",
      "cloudflare/agents#424",
      "modelcontextprotocol/ext-apps#652",
    ],
    tests: ["client/flue-400", "http/flue-400"],
  },
  {
    number: 136,
    from: ["samanhappy/mcphub#1022", "google-gemini/gemini-cli#8065"],
    tests: ["client/mcphub-1022", "stdio/mcphub-1022"],
  },
  { number: 137, from: ["anomalyco/opencode#47963"], tests: ["http/opencode-47963"] },
  { number: 138, from: ["vercel/ai#16596", "vercel/ai#16541"], tests: ["stdio/ai-16596"] },
  {
    number: 139,
    from: ["anomalyco/opencode#21741", "anomalyco/opencode#43993", "anthropics/claude-code#93143"],
    tests: ["http/opencode-21741"],
  },
  { number: 140, from: ["UsefulSoftwareCo/executor#1983"], tests: ["http/executor-1983"] },
  { number: 141, from: ["simstudioai/sim#5897"], tests: ["http/sim-5897"] },
  {
    number: 142,
    from: [
      "modelcontextprotocol/typescript-sdk#764",
      "modelcontextprotocol/typescript-sdk#852",
      "netdata/netdata#22258",
    ],
    tests: ["http/typescript-sdk-764"],
  },
  {
    number: 143,
    from: ["danny-avila/LibreChat#11431", "open-webui/open-webui#29907"],
    tests: ["http/librechat-11431"],
  },
  {
    number: 144,
    from: ["modelcontextprotocol/typescript-sdk#1162"],
    tests: ["client/typescript-sdk-1162", "http/typescript-sdk-1162"],
  },
  {
    number: 145,
    from: ["anomalyco/opencode#29190", "anomalyco/opencode#25287"],
    tests: ["stdio/opencode-29190"],
  },
  { number: 146, from: ["openai/codex#37228"], tests: ["http/codex-37228"] },
  { number: 147, from: ["envoyproxy/ai-gateway#1938"], tests: ["http/ai-gateway-1938"] },
  { number: 148, from: ["neutree-ai/agent-platform#224"], tests: ["http/agent-platform-224"] },
  { number: 149, from: ["UsefulSoftwareCo/executor#1399"], tests: ["http/executor-1399"] },
  {
    number: 150,
    from: ["superdesigndev/treg#100", "Lexus2016/hermes-agent-evolution#755"],
    tests: ["http/treg-100"],
  },
];
