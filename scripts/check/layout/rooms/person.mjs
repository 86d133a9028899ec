/** One person: their object, and the notifications it gets. @type {import("../judge.mjs").Rooms} */
export const PERSON = {
  "durable-objects/person": {
    sentence: "What is one person's: where they have something open, told when they change.",
    may: [
      "src/domain",
      "src/domain/conversation",
      "src/channels/web/wire.ts",
      "src/push",
      "durable-objects/conversation/sql",
      "src/observability",
    ],
    core: true,
  },
  "durable-objects/person/sockets.ts": {
    sentence: "The sockets of a person's apps.",
    may: ["src/domain", "src/channels/web/wire.ts", "durable-objects/person"],
  },
  "durable-objects/person/person.ts": {
    sentence: "The class of a person's object: calls, sockets and alarm.",
    may: [
      "src/domain",
      "durable-objects/conversation/sql/storage-sql.ts",
      "durable-objects/person",
      "durable-objects/person/sockets.ts",
    ],
    packages: ["cloudflare:*"],
  },
  "src/push": {
    sentence: "Notifications to browsers: encrypted for each, and signed as this instance.",
    may: ["src/agent/ports", "src/observability"],
    core: true,
  },
  "src/wiring/people": {
    sentence: "What reaches people's objects: that they have changed, and that something in their lists has.",
    may: [
      "src/domain",
      "src/platform",
      "src/storage/d1/push",
      "src/agent/ports",
      "src/push",
      "src/config.ts",
      "src/storage/d1/models",
      "src/house.ts",
      "src/env.ts",
      "src/observability",
      "durable-objects",
      "durable-objects/person",
      "src/storage/d1",
      "src/storage/d1/index",
      "src/storage/d1/people",
    ],
    packages: ["cloudflare:*"],
  },
};
