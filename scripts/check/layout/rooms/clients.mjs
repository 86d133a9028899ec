/** Clients that people keep. @type {import("../judge.mjs").Rooms} */
export const CLIENTS = {
  "src/clients": {
    sentence:
      "Clients: people and organisations that somebody keeps, each with agents, chats, memory and a budget apart.",
    may: ["src/domain", "src/domain/text", "src/people"],
    packages: ["zod"],
    core: true,
  },
  "src/clients/verbs.ts": {
    sentence: "What others ask of the part of clients.",
    may: ["src/clients", "src/house.ts"],
  },
  "src/clients/routes": {
    sentence: "The routes of clients: kept, and acted for.",
    may: ["src/clients", "src/clients/verbs.ts", "src/domain", "src/http", "src/http/authentication"],
    packages: ["zod"],
  },
  "src/clients/part.ts": {
    sentence: "Clients as a part of the Worker.",
    may: [
      "src/clients",
      "src/clients/routes",
      "src/house.ts",
      "src/http/authentication",
      "src/jobs",
      "src/part.ts",
      "src/storage/d1",
      "src/storage/d1/clients",
    ],
  },
  "src/storage/d1/clients": {
    sentence: "Clients as rows, and whose the bots are.",
    may: [
      "src/clients",
      "src/domain",
      "src/routing",
      "src/storage/d1",
      "src/storage/d1/people",
      "src/storage/d1/schema",
    ],
    packages: ["drizzle-orm"],
  },
};
