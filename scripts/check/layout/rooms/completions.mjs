/** The API for programs made for OpenAI's. @type {import("../judge.mjs").Rooms} */
export const COMPLETIONS = {
  "src/completions": {
    sentence: "What programs made for OpenAI's API ask, and the history that they bring.",
    may: ["src/domain", "src/http", "src/house.ts"],
    packages: ["zod"],
  },
  "src/completions/part.ts": {
    sentence: "The API of such programs as a part of the Worker.",
    may: [
      "src/completions",
      "src/completions/routes",
      "src/part.ts",
      "src/storage/d1",
      "src/storage/d1/histories",
    ],
  },
  "src/completions/answer": {
    sentence: "An answer in their shapes, whole or as it comes.",
    may: ["src/domain", "src/domain/text", "src/http", "src/platform"],
    packages: ["zod"],
  },
  "src/completions/routes": {
    sentence: "The routes of that API: completions, models, embeddings.",
    may: [
      "src/completions",
      "src/completions/answer",
      "src/domain",
      "src/http",
      "src/http/conversations",
      "src/rooms",
      "src/rooms/routes",
      "src/routing",
      "src/tools/files",
      "durable-objects",
      "durable-objects/conversation/readers",
    ],
    packages: ["zod"],
  },
  "src/storage/d1/histories": {
    sentence: "Histories as rows.",
    may: ["src/completions", "src/storage/d1", "src/storage/d1/schema"],
    packages: ["drizzle-orm"],
  },
};
