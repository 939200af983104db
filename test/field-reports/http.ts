import type { FieldReport } from "./field-report.ts";

/** Reports 28 to 70: HTTP. */
export const httpReports: readonly FieldReport[] = [
  {
    number: 28,
    from: [
      "modelcontextprotocol/typescript-sdk#1708",
      "modelcontextprotocol/python-sdk#3556",
      "modelcontextprotocol/rust-sdk#733",
    ],
    tests: ["http/typescript-sdk-1708"],
  },
  { number: 29, from: ["modelcontextprotocol/typescript-sdk#2125"], tests: ["http/typescript-sdk-2125"] },
  { number: 30, from: ["cloudflare/agents#1923"], tests: ["http/agents-1923"] },
  { number: 31, from: ["punkpeye/mcp-remote#308"], tests: ["http/mcp-remote-308"] },
  {
    number: 32,
    from: ["modelcontextprotocol/typescript-sdk#1635", "QwenLM/qwen-code#8784", "QwenLM/qwen-code#4521"],
    tests: ["http/typescript-sdk-1635"],
  },
  { number: 33, from: ["f/prompts.chat#1117", "punkpeye/mcp-proxy#62"], tests: ["http/prompts-chat-1117"] },
  { number: 34, from: ["modelcontextprotocol/go-sdk#1175"], tests: ["http/go-sdk-1175"] },
  {
    number: 35,
    from: [
      "modelcontextprotocol/typescript-sdk#2682",
      "modelcontextprotocol/python-sdk#2393",
      "modelcontextprotocol/python-sdk#3356",
      "cline/cline#12119",
    ],
    tests: ["http/typescript-sdk-2682"],
  },
  {
    number: 36,
    from: ["modelcontextprotocol/typescript-sdk#2517", "modelcontextprotocol/typescript-sdk#2098"],
    tests: ["http/typescript-sdk-2517"],
  },
  { number: 37, from: ["n8n-io/n8n#34835"], tests: ["http/n8n-34835"] },
  {
    number: 38,
    from: ["modelcontextprotocol/inspector#2187", "aplaceforallmystuff/mcp-arr#24"],
    tests: ["http/inspector-2187"],
  },
  {
    number: 39,
    from: [
      "modelcontextprotocol/typescript-sdk#2739",
      "modelcontextprotocol/typescript-sdk#2830",
      "modelcontextprotocol/python-sdk#3441",
    ],
    tests: ["http/typescript-sdk-2739"],
  },
  { number: 40, from: ["vercel/ai#19205"], tests: ["http/ai-19205"] },
  { number: 41, from: ["modelcontextprotocol/python-sdk#1144"], tests: ["http/python-sdk-1144"] },
  {
    number: 42,
    from: ["modelcontextprotocol/python-sdk#1661", "modelcontextprotocol/python-sdk#2999"],
    tests: ["http/python-sdk-1661"],
  },
  {
    number: 43,
    from: ["modelcontextprotocol/java-sdk#748", "modelcontextprotocol/java-sdk#757"],
    tests: ["http/java-sdk-748"],
  },
  {
    number: 44,
    from: ["modelcontextprotocol/rust-sdk#849", "awslabs/mcp#3324", "oramasearch/oramacore#335"],
    tests: ["http/rust-sdk-849"],
  },
  {
    number: 45,
    from: ["modelcontextprotocol/python-sdk#2438", "modelcontextprotocol/python-sdk#2432"],
    tests: ["http/python-sdk-2438"],
  },
  {
    number: 46,
    from: [
      "modelcontextprotocol/typescript-sdk#1184",
      "modelcontextprotocol/go-sdk#768",
      "microsoft/vscode#309104",
    ],
    tests: ["http/typescript-sdk-1184"],
  },
  {
    number: 47,
    from: ["modelcontextprotocol/go-sdk#636", "modelcontextprotocol/python-sdk#1146"],
    tests: ["http/go-sdk-636"],
  },
  { number: 48, from: ["modelcontextprotocol/java-sdk#443"], tests: ["http/java-sdk-443"] },
  { number: 49, from: ["PhilflowIO/dav-mcp#31"], tests: ["http/dav-mcp-31"] },
  {
    number: 50,
    from: ["modelcontextprotocol/php-sdk#401", "envoyproxy/ai-gateway#1398"],
    tests: ["http/php-sdk-401"],
  },
  { number: 51, from: ["profullstack/sh1pt#705", "FellouAI/eko#287"], tests: ["http/sh1pt-705"] },
  { number: 52, from: ["FellouAI/eko#287"], tests: ["http/eko-287"] },
  { number: 53, from: ["vercel/ai#16865", "vercel/ai#16909"], tests: ["http/ai-16865"] },
  {
    number: 54,
    from: ["modelcontextprotocol/typescript-sdk#270", "danny-avila/LibreChat#10859"],
    tests: ["http/typescript-sdk-270"],
  },
  { number: 55, from: ["github/copilot-cli#3257"], tests: ["http/copilot-cli-3257"] },
  { number: 56, from: ["nibor1896/Crow#139", "NousResearch/hermes-agent#91460"], tests: ["http/crow-139"] },
  { number: 57, from: ["simstudioai/sim#5817"], tests: ["http/sim-5817"] },
  {
    number: 58,
    from: ["danny-avila/LibreChat#12849", "modelcontextprotocol/python-sdk#732", "sigbit/mcp-auth-proxy#115"],
    tests: ["http/librechat-12849"],
  },
  {
    number: 59,
    from: ["modelcontextprotocol/python-sdk#3397", "modelcontextprotocol/python-sdk#3448"],
    tests: ["http/python-sdk-3397"],
  },
  {
    number: 60,
    from: ["modelcontextprotocol/modelcontextprotocol#2755"],
    tests: ["http/modelcontextprotocol-2755"],
  },
  { number: 61, from: ["diillson/chatcli#918"], tests: ["http/chatcli-918"] },
  {
    number: 62,
    from: [
      "modelcontextprotocol/typescript-sdk#583",
      "modelcontextprotocol/go-sdk#687",
      "modelcontextprotocol/python-sdk#2255",
    ],
    tests: ["http/typescript-sdk-583"],
  },
  { number: 63, from: ["haierkeys/fast-note-sync-service#273"], tests: ["http/fast-note-sync-service-273"] },
  {
    number: 64,
    from: ["openclaw/openclaw#144860", "ballerina-platform/ballerina-library#9161", "supabase/mcp#400"],
    tests: ["http/openclaw-144860"],
  },
  { number: 65, from: ["microsoft/vscode#263068"], tests: ["http/vscode-263068"] },
  {
    number: 66,
    from: [
      "modelcontextprotocol/typescript-sdk#880",
      "modelcontextprotocol/typescript-sdk#868",
      "modelcontextprotocol/typescript-sdk#1827",
    ],
    tests: ["http/typescript-sdk-880"],
  },
  {
    number: 67,
    from: ["UsefulSoftwareCo/executor#1716", "UsefulSoftwareCo/executor#1423"],
    tests: ["http/executor-1716"],
  },
  { number: 68, from: ["punkpeye/fastmcp#330"], tests: ["http/fastmcp-330"] },
  {
    number: 69,
    from: [
      "modelcontextprotocol/typescript-sdk#495",
      "modelcontextprotocol/typescript-sdk#1646",
      "modelcontextprotocol/typescript-sdk#1697",
      "modelcontextprotocol/inspector#477",
      "activepieces/activepieces#13724",
    ],
    tests: ["http/typescript-sdk-495"],
  },
  {
    number: 70,
    from: [
      "modelcontextprotocol/modelcontextprotocol#1939",
      "GopherSecurity/gopher-mcp#184",
      "xpzouying/xiaohongshu-mcp#697",
    ],
    tests: ["http/modelcontextprotocol-1939"],
  },
];
