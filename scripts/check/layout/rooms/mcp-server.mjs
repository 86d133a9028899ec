/** The server of the Model Context Protocol. @type {import("../judge.mjs").Rooms} */
export const MCP_SERVER = {
  "src/mcp-server": {
    sentence: "What that server is made with for each request, and how a turn is heard to its end.",
    may: ["src/domain", "src/domain/text", "src/http", "src/platform"],
    packages: ["@modelcontextprotocol/server"],
  },
  "src/mcp-server/offers": {
    sentence: "What that server offers: tools, prompts, files.",
    may: [
      "src/completions/routes",
      "src/domain",
      "src/domain/conversation",
      "src/http",
      "src/http/conversations",
      "src/mcp-server",
      "src/memory/search",
      "src/prompts/verbs.ts",
      "src/rooms/routes",
      "src/routing",
      "src/tools/browser",
      "src/tools/workspace",
      "durable-objects",
      "durable-objects/conversation/views",
    ],
    packages: ["zod", "@modelcontextprotocol/server"],
  },
  "src/mcp-server/part.ts": {
    sentence: "The server of the Model Context Protocol at `/mcp`, as a part of the Worker.",
    may: ["src/mcp-server", "src/mcp-server/offers", "src/http", "src/part.ts"],
    packages: ["zod", "@modelcontextprotocol/server"],
  },
};
