import type { FieldReport } from "./field-report.ts";

/** Reports 71 to 114: the protocol. */
export const protocolReports: readonly FieldReport[] = [
  {
    number: 71,
    from: ["modelcontextprotocol/java-sdk#628", "modelcontextprotocol/csharp-sdk#1072", "ChesterRa/cccc#50"],
    tests: ["client/java-sdk-628"],
  },
  { number: 72, from: ["PrefectHQ/fastmcp#5025", "MCPJam/inspector#4462"], tests: ["client/fastmcp-5025"] },
  {
    number: 73,
    from: ["DeusData/codebase-memory-mcp#1247", "openai/openai-agents-python#4086"],
    tests: ["client/codebase-memory-mcp-1247"],
  },
  {
    number: 74,
    from: ["gensecaihq/Wazuh-MCP-Server#75", "Hmbown/Codewhale#5335"],
    tests: ["client/wazuh-mcp-server-75"],
  },
  { number: 75, from: ["Azure/data-api-builder#3599"], tests: ["client/data-api-builder-3599"] },
  { number: 76, from: ["cristianuibar/bricks-mcp#45"], tests: ["client/bricks-mcp-45"] },
  {
    number: 77,
    from: [
      "modelcontextprotocol/python-sdk#961",
      "modelcontextprotocol/python-sdk#192",
      "modelcontextprotocol/python-sdk#1720",
      "modelcontextprotocol/rust-sdk#1017",
      "leehack/mcp_dart#110",
    ],
    tests: ["protocol/python-sdk-961"],
  },
  {
    number: 78,
    from: ["radareorg/radare2-mcp#68"],
    tests: ["client/radare2-mcp-68", "protocol/radare2-mcp-68"],
  },
  {
    number: 79,
    from: ["modelcontextprotocol/java-sdk#506", "mthines/lorekit#130"],
    tests: ["protocol/java-sdk-506"],
  },
  { number: 80, from: ["helidon-io/helidon-mcp#152"], tests: ["protocol/helidon-mcp-152"] },
  {
    number: 81,
    from: [
      "modelcontextprotocol/rust-sdk#421",
      "modelcontextprotocol/rust-sdk#412",
      "tim-smart/effect-mcp#18",
    ],
    tests: ["client/rust-sdk-421"],
  },
  { number: 82, from: ["modelcontextprotocol/python-sdk#192"], tests: ["client/python-sdk-192"] },
  {
    number: 83,
    from: ["modelcontextprotocol/typescript-sdk#998", "modelcontextprotocol/typescript-sdk#1932"],
    tests: ["client/typescript-sdk-998"],
  },
  { number: 84, from: ["CodeSoul-co/Hypha#26"], tests: ["client/hypha-26"] },
  {
    number: 85,
    from: ["openai/openai-agents-js#1530", "anomalyco/opencode#31455"],
    tests: ["client/openai-agents-js-1530"],
  },
  {
    number: 86,
    from: [
      "anomalyco/opencode#32477",
      "anomalyco/opencode#21701",
      "modelcontextprotocol/typescript-sdk#2136",
      "modelcontextprotocol/typescript-sdk#2076",
    ],
    tests: ["client/opencode-32477"],
  },
  {
    number: 87,
    from: ["modelcontextprotocol/typescript-sdk#2816", "modelcontextprotocol/typescript-sdk#2817"],
    tests: ["client/typescript-sdk-2816"],
  },
  { number: 88, from: ["modelcontextprotocol/python-sdk#176"], tests: ["client/python-sdk-176"] },
  { number: 89, from: ["twentyhq/twenty#24559", "kaeawc/auto-mobile#6118"], tests: ["client/twenty-24559"] },
  { number: 90, from: ["mastra-ai/mastra#19189"], tests: ["client/mastra-19189"] },
  {
    number: 91,
    from: ["agentforce314/clawcodex#526", "ChromeDevTools/chrome-devtools-mcp#2476"],
    tests: ["client/clawcodex-526"],
  },
  { number: 92, from: ["vercel/ai#14709"], tests: ["client/ai-14709"] },
  { number: 93, from: ["1mcp-app/agent#339", "tableau/tableau-mcp#743"], tests: ["client/agent-339"] },
  { number: 94, from: ["modelcontextprotocol/java-sdk#267"], tests: ["client/java-sdk-267"] },
  {
    number: 95,
    from: ["NousResearch/hermes-agent#115502", "cline/cline#12619"],
    tests: ["client/hermes-agent-115502"],
  },
  { number: 96, from: ["microsoft/aspire#14494"], tests: ["client/hermes-agent-115502"] },
  {
    number: 97,
    from: ["anthropics/claude-code#13646", "google-gemini/gemini-cli#21050"],
    tests: ["client/claude-code-13646"],
  },
  {
    number: 98,
    from: [
      "punkpeye/mcp-remote#66",
      "rust-mcp-stack/rust-mcp-filesystem#16",
      "modelcontextprotocol/java-sdk#436",
    ],
    tests: ["client/mcp-remote-66"],
  },
  {
    number: 99,
    from: [
      "modelcontextprotocol/rust-sdk#1149",
      "modelcontextprotocol/rust-sdk#1142",
      "MayDay-wpf/snow-app#55",
    ],
    tests: ["client/rust-sdk-1149"],
  },
  {
    number: 100,
    from: ["0xMassi/webclaw#107", "VoidNullable/lific#57", "github/copilot-cli#4809"],
    tests: ["client/webclaw-107"],
  },
  { number: 101, from: ["teradata-labs/loom#327"], tests: ["client/loom-327"] },
  { number: 102, from: ["anomalyco/opencode#39354"], tests: ["client/opencode-39354"] },
  {
    number: 103,
    from: ["modelcontextprotocol/typescript-sdk#2619", "modelcontextprotocol/typescript-sdk#2620"],
    tests: ["client/typescript-sdk-2619", "http/typescript-sdk-2619"],
  },
  { number: 104, from: ["czlonkowski/n8n-mcp#994"], tests: ["client/n8n-mcp-994", "http/n8n-mcp-994"] },
  {
    number: 105,
    from: ["OpenRouterTeam/typescript-agent#86"],
    tests: ["client/typescript-agent-86", "http/typescript-agent-86"],
  },
  { number: 106, from: ["zonlabs/mcp-ts#183", "zonlabs/mcp-ts#184"], tests: ["client/mcp-ts-183"] },
  {
    number: 107,
    from: ["modelcontextprotocol/typescript-sdk#2069"],
    tests: ["protocol/typescript-sdk-2069"],
  },
  { number: 108, from: ["stacklok/toolhive#6013"], tests: ["protocol/toolhive-6013"] },
  {
    number: 109,
    from: ["rekog-labs/MCP-Nest#263", "nicobailon/pi-mcp-adapter#467"],
    tests: ["client/mcp-nest-263"],
  },
  { number: 110, from: ["MCPJam/inspector#3430"], tests: ["client/inspector-3430"] },
  {
    number: 111,
    from: ["langchain4j/langchain4j#6098", "can1357/oh-my-pi#8167"],
    tests: ["client/langchain4j-6098"],
  },
  {
    number: 112,
    from: [
      "NousResearch/hermes-agent#58789",
      "modelcontextprotocol/kotlin-sdk#661",
      "modelcontextprotocol/kotlin-sdk#414",
      "modelcontextprotocol/java-sdk#976",
    ],
    tests: ["client/hermes-agent-58789"],
  },
  { number: 113, from: ["modelcontextprotocol/typescript-sdk#1814"], tests: ["client/typescript-sdk-1814"] },
  { number: 114, from: ["modelcontextprotocol/typescript-sdk#833"], tests: ["client/typescript-sdk-833"] },
];
