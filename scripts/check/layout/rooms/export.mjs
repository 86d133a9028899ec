/** What somebody owns, taken along. @type {import("../judge.mjs").Rooms} */
export const EXPORT = {
  "src/export": {
    sentence: "All that somebody owns as one archive, and conversations from elsewhere.",
    may: [
      "durable-objects",
      "src/agents",
      "src/domain",
      "src/domain/conversation",
      "src/house.ts",
      "src/http",
      "src/http/conversations",
      "src/memory/ports",
      "src/part.ts",
      "src/prompts/verbs.ts",
      "src/routing",
      "src/schedules/verbs.ts",
    ],
    packages: ["fflate", "zod"],
  },
};
