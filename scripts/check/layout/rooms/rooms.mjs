/** Rooms with a cast, and visits to them. @type {import("../judge.mjs").Rooms} */
export const VISITED = {
  "src/rooms": {
    sentence: "Rooms as data: what may be set of one, its file, when it is open, and who may come in.",
    may: ["src/domain", "src/domain/time", "src/agents", "src/routing", "src/storage"],
    packages: ["js-yaml", "zod"],
  },
  "src/rooms/routes": {
    sentence: "The routes of rooms.",
    may: ["src/domain", "src/agents", "src/http", "src/routing", "src/rooms"],
    packages: ["zod"],
  },
  "src/rooms/part.ts": {
    sentence: "Rooms as a part of the Worker.",
    may: ["src/part.ts", "src/rooms/routes"],
  },
  "src/storage/d1/rooms": {
    sentence: "Rooms as rows.",
    may: ["src/domain", "src/agents", "src/rooms", "src/storage/d1", "src/storage/d1/schema"],
    packages: ["drizzle-orm", "zod"],
  },
};
