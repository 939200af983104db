import type { FieldReport } from "./field-report.ts";

/** Reports 1 to 27: stdio. */
export const stdioReports: readonly FieldReport[] = [
  {
    number: 1,
    from: ["modelcontextprotocol/servers#133", "php-mcp/laravel#33", "microsoft/azure-devops-mcp#147"],
    tests: ["stdio/servers-133"],
  },
  { number: 2, from: ["ZubeidHendricks/youtube-mcp-server#26"], tests: ["stdio/youtube-mcp-server-26"] },
  {
    number: 3,
    from: ["modelcontextprotocol/java-sdk#199", "modelcontextprotocol/java-sdk#197"],
    tests: ["stdio/java-sdk-199"],
  },
  { number: 4, from: ["modelcontextprotocol/typescript-sdk#2775"], tests: ["stdio/typescript-sdk-2775"] },
  {
    number: 5,
    from: [
      "modelcontextprotocol/typescript-sdk#2038",
      "modelcontextprotocol/typescript-sdk#2040",
      "modelcontextprotocol/typescript-sdk#2041",
    ],
    tests: ["stdio/typescript-sdk-2038"],
  },
  {
    number: 6,
    from: [
      "modelcontextprotocol/typescript-sdk#2790",
      "modelcontextprotocol/typescript-sdk#2796",
      "modelcontextprotocol/kotlin-sdk#956",
    ],
    tests: ["stdio/typescript-sdk-2790"],
  },
  {
    number: 7,
    from: ["modelcontextprotocol/python-sdk#2456", "modelcontextprotocol/python-sdk#2454"],
    tests: ["stdio/python-sdk-2456"],
  },
  {
    number: 8,
    from: ["modelcontextprotocol/csharp-sdk#35", "modelcontextprotocol/csharp-sdk#73"],
    tests: ["stdio/csharp-sdk-35"],
  },
  { number: 9, from: ["modelcontextprotocol/python-sdk#2546"], tests: ["stdio/python-sdk-2546"] },
  {
    number: 10,
    from: ["modelcontextprotocol/typescript-sdk#2776", "mark3labs/mcp-go#956"],
    tests: ["stdio/typescript-sdk-2776"],
  },
  { number: 11, from: ["earendil-works/pi#2928"], tests: ["stdio/pi-2928"] },
  { number: 12, from: ["modelcontextprotocol/typescript-sdk#1049"], tests: ["stdio/typescript-sdk-1049"] },
  {
    number: 13,
    from: ["modelcontextprotocol/python-sdk#428", "modelcontextprotocol/python-sdk#332"],
    tests: ["stdio/python-sdk-428"],
  },
  {
    number: 14,
    from: [
      "modelcontextprotocol/csharp-sdk#362",
      "modelcontextprotocol/csharp-sdk#376",
      "modelcontextprotocol/typescript-sdk#684",
    ],
    tests: ["stdio/csharp-sdk-362"],
  },
  {
    number: 15,
    from: [
      "modelcontextprotocol/typescript-sdk#2023",
      "anomalyco/opencode#50363",
      "MoonshotAI/kimi-code#1038",
    ],
    tests: ["stdio/typescript-sdk-2023"],
  },
  { number: 16, from: ["mark3labs/mcp-go#783"], tests: ["stdio/mcp-go-783"] },
  { number: 17, from: ["CommandCodeAI/command-code#515"], tests: ["stdio/command-code-515"] },
  { number: 18, from: ["modelcontextprotocol/python-sdk#1364"], tests: ["stdio/python-sdk-1364"] },
  { number: 19, from: ["arcadeai-labs/mcpx#89"], tests: ["stdio/mcpx-89"] },
  {
    number: 20,
    from: ["vercel/ai#19157", "vercel/ai#10732", "modelcontextprotocol/typescript-sdk#101"],
    tests: ["stdio/ai-19157"],
  },
  {
    number: 21,
    from: [
      "modelcontextprotocol/typescript-sdk#216",
      "modelcontextprotocol/typescript-sdk#196",
      "modelcontextprotocol/typescript-sdk#277",
    ],
    tests: ["stdio/typescript-sdk-216"],
  },
  {
    number: 22,
    from: [
      "modelcontextprotocol/typescript-sdk#2037",
      "modelcontextprotocol/python-sdk#3335",
      "openai/codex#4180",
      "anthropics/claude-code#90074",
    ],
    tests: ["stdio/typescript-sdk-2037"],
  },
  {
    number: 23,
    from: [
      "modelcontextprotocol/typescript-sdk#2245",
      "modelcontextprotocol/typescript-sdk#2239",
      "modelcontextprotocol/typescript-sdk#88",
    ],
    tests: ["stdio/typescript-sdk-2245"],
  },
  { number: 24, from: ["openclaw/openclaw#119379"], tests: ["stdio/openclaw-119379"] },
  {
    number: 25,
    from: ["sybil-solutions/vllm-studio#374", "sybil-solutions/vllm-studio#238"],
    tests: ["stdio/vllm-studio-374"],
  },
  { number: 26, from: ["continuedev/continue#11886"], tests: ["stdio/continue-11886"] },
  { number: 27, from: ["anthropics/claude-code#62121"], tests: ["stdio/claude-code-62121"] },
];
