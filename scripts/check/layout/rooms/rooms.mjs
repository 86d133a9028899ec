/** Rooms with a cast, and visits to them. @type {import("../judge.mjs").Rooms} */
export const VISITED = {
  "src/rooms": {
    sentence: "Rooms as data: what may be set of one, its file, when it is open, and who may come in.",
    may: ["src/domain", "src/domain/text", "src/domain/time", "src/agents", "src/routing", "src/storage"],
    packages: ["js-yaml", "zod"],
  },
  "src/rooms/routes": {
    sentence: "The routes of rooms.",
    may: [
      "src/domain",
      "src/agents",
      "src/http",
      "src/routing",
      "src/rooms",
      "durable-objects",
      "durable-objects/conversation/readers",
    ],
    packages: ["zod"],
  },
  "src/rooms/visit": {
    sentence: "What becomes of a visit as time passes and words are said.",
    may: ["src/domain"],
    core: true,
  },
  "src/rooms/crisis": {
    sentence: "Whether words speak of danger, by the words alone, and where help is found.",
    may: [],
    core: true,
  },
  "src/rooms/router": {
    sentence: "Who should answer in a room: a fast model is asked, and what it says is judged.",
    may: ["src/domain", "src/domain/text", "src/agent/ports", "src/rooms/crisis"],
    packages: ["zod"],
    core: true,
  },
  "src/rooms/life": {
    sentence:
      "A visit within its conversation: what may come in, its clock, what the house's lists know of it.",
    may: [
      "src/domain",
      "src/rooms",
      "src/rooms/visit",
      "durable-objects/conversation/inbox/acceptance",
      "durable-objects/conversation/rows",
      "durable-objects/conversation/wakers",
    ],
  },
  "src/rooms/turn": {
    sentence: "Who answers in a room, and as what.",
    may: [
      "src/domain",
      "src/domain/conversation",
      "src/domain/text",
      "src/domain/time",
      "src/rooms/visit",
      "src/rooms/crisis",
      "src/rooms/router",
      "durable-objects/conversation/context",
    ],
  },
  "src/rooms/part.ts": {
    sentence: "Rooms as a part of the Worker.",
    may: ["src/part.ts", "src/rooms/routes", "src/rooms/life", "src/rooms/turn"],
  },
  "src/storage/d1/rooms": {
    sentence: "Rooms as rows.",
    may: ["src/domain", "src/agents", "src/rooms", "src/storage/d1", "src/storage/d1/schema"],
    packages: ["drizzle-orm", "zod"],
  },
};
