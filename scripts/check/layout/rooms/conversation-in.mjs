/** The way into a conversation. @type {import("../judge.mjs").Rooms} */
export const CONVERSATION_IN = {
  "durable-objects/conversation/inbox/take": {
    sentence: "One file takes in each kind of input.",
    may: [
      "src/domain",
      "src/domain/text",
      "durable-objects/conversation/inbox/acceptance",
      "durable-objects/conversation/ledger",
      "durable-objects/conversation/children",
      "durable-objects/conversation/outbox",
      "durable-objects/conversation/rows",
      "durable-objects/conversation/rows/turns",
      "src/channels",
    ],
    core: true,
  },
  "durable-objects/conversation/inbox/acceptance": {
    sentence: "What taking in is made of: new turns, bursts, settled calls, deferred commands.",
    may: [
      "src/domain",
      "src/agent",
      "durable-objects/conversation/children",
      "durable-objects/conversation/rows/schema",
      "durable-objects/conversation/rows",
      "durable-objects/conversation/rows/turns",
      "durable-objects/conversation/sql",
      "src/routing",
      "src/observability",
    ],
    core: true,
  },
  "durable-objects/conversation/inbox/arrivals": {
    sentence: "Messages that wait until their files are fetched, and what was written behind them.",
    may: ["src/domain", "durable-objects/conversation/rows", "src/channels", "src/observability"],
    core: true,
  },
  "durable-objects/conversation/inbox": {
    sentence: "What enters: one transaction takes an input in or refuses it.",
    may: [
      "src/domain/conversation",
      "src/rooms/visit",
      "src/domain",
      "durable-objects/conversation/inbox/take",
      "durable-objects/conversation/inbox/acceptance",
      "durable-objects/conversation/ledger",
      "durable-objects/conversation/children",
      "durable-objects/conversation/rows/schema",
      "durable-objects/conversation/rows",
      "src/channels",
    ],
    core: true,
  },
};
