/** What leaves a conversation. @type {import("../judge.mjs").Rooms} */
export const CONVERSATION_OUT = {
  "durable-objects/conversation/outbox/preview": {
    sentence: "Answers that grow in a chat while they are written.",
    may: [
      "src/domain",
      "src/domain/time",
      "src/agent",
      "src/agent/loop",
      "durable-objects/conversation/rows",
      "src/channels",
    ],
    core: true,
  },
  "durable-objects/conversation/outbox/upkeep": {
    sentence: "Small work on messages that stand in chats, and what is to be taken back there.",
    may: ["src/domain", "src/domain/time", "durable-objects/conversation/rows", "src/channels"],
    core: true,
  },
  "durable-objects/conversation/outbox/buttons": {
    sentence: "The buttons of what was asked: taken away when it is settled.",
    may: [
      "src/domain",
      "src/domain/time",
      "durable-objects/conversation/outbox/upkeep",
      "durable-objects/conversation/rows",
      "src/channels",
    ],
    core: true,
  },
  "durable-objects/conversation/outbox": {
    sentence: "What leaves: chunk by chunk, each acknowledged before the next.",
    may: [
      "durable-objects/conversation/outbox/preview",
      "durable-objects/conversation/outbox/upkeep",
      "durable-objects/conversation/outbox/buttons",
      "src/domain",
      "src/domain/time",
      "src/agent",
      "durable-objects/conversation/children",
      "durable-objects/conversation/rows/schema",
      "durable-objects/conversation/rows",
      "src/channels",
      "src/observability",
    ],
    core: true,
  },
  "durable-objects/conversation/readers": {
    sentence: "Who follows the events, and what they are sent.",
    may: [
      "src/domain",
      "src/domain/time",
      "src/domain/conversation",
      "durable-objects/conversation/rows/schema",
      "durable-objects/conversation/rows",
      "src/channels/web",
      "src/channels/web/wire.ts",
      "src/observability",
    ],
    core: true,
  },
  "durable-objects/conversation/readers/open-socket.ts": {
    sentence: "A reader's socket, as the runtime makes it.",
    may: [
      "src/domain",
      "durable-objects/conversation/readers",
      "durable-objects/conversation/rows",
      "src/channels/web/wire.ts",
    ],
  },
  "durable-objects/conversation/trail": {
    sentence: "The record in R2: planned in rows, written behind the turns, read again.",
    may: [
      "src/domain",
      "durable-objects/conversation/rows/schema",
      "durable-objects/conversation/rows",
      "durable-objects/conversation/sql",
      "src/observability",
    ],
    packages: ["zod"],
    core: true,
  },
};
