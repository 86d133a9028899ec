/** Export of all that a person owns. @type {import("../judge.mjs").Rooms} */
export const EXPORT = {
  "src/export": {
    sentence: "All that somebody owns as one archive, and conversations from elsewhere.",
    may: [
      "durable-objects",
      "src/agents",
      "src/capabilities/routes",
      "src/domain",
      "src/domain/conversation",
      "src/hooks/verbs.ts",
      "src/house.ts",
      "src/http",
      "src/http/conversations",
      "src/jobs",
      "src/memory/index",
      "src/memory/ports",
      "src/part.ts",
      "src/prompts/verbs.ts",
      "src/routing",
      "src/schedules/verbs.ts",
      "src/storage/d1/index",
      "src/tools/documents",
      "src/tools/mcp",
    ],
    packages: ["fflate", "zod"],
  },
};
