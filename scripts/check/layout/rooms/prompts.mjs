/** Prompts that people keep. @type {import("../judge.mjs").Rooms} */
export const PROMPTS = {
  "src/prompts": {
    sentence: "The library of prompts: its routes, and the part that brings them.",
    may: [
      "src/domain",
      "src/http",
      "src/part.ts",
      "src/prompts/verbs.ts",
      "src/storage/d1",
      "src/storage/d1/prompts",
    ],
    packages: ["zod"],
  },
  "src/prompts/verbs.ts": {
    sentence: "What the routes of prompts ask of their part.",
    may: ["src/house.ts"],
  },
  "src/storage/d1/prompts": {
    sentence: "Prompts as rows.",
    may: ["src/prompts/verbs.ts", "src/storage/d1", "src/storage/d1/schema"],
    packages: ["drizzle-orm"],
  },
};
