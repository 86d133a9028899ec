/** Channels: the ways by which people write. @type {import("../judge.mjs").Rooms} */
export const CHANNELS = {
  "src/channels": {
    sentence: "What a transport does so that people reach their agents by it.",
    may: [
      "src/domain",
      "src/domain/text",
      "src/domain/conversation",
      "src/agent/ports",
      "src/channels/telegram/format",
      "src/channels/marks",
    ],
    core: true,
    packages: ["@grammyjs/types", "discord-api-types", "zod"],
  },
  "src/channels/discord/gateway": {
    sentence: "Discord's Gateway: a connection that is kept open, and what comes over it.",
    may: ["src/domain/time", "src/channels", "src/observability"],
    packages: ["zod"],
    core: true,
  },
  "src/channels/telegram/format": {
    sentence: "Markdown as Telegram shows it: text, and which stretches of it look how.",
    may: [],
    core: true,
    packages: ["marked"],
  },
  "src/channels/marks": {
    sentence: "Markdown in the marks of a chat that has its own.",
    may: [],
    core: true,
    packages: ["marked"],
  },
  "src/channels/commands": {
    sentence: "What people write with a slash: each command, who may give it, what it answers.",
    may: ["src/domain"],
    core: true,
  },
  "src/channels/web": {
    sentence: "The web app and the API as a channel.",
    may: ["src/domain", "src/channels", "src/channels/web/wire.ts"],
    packages: ["zod"],
    core: true,
  },
  "src/channels/web/wire.ts": {
    sentence: "The wire between browser and Worker: all that the browser shares with it.",
    may: ["src/domain"],
    core: true,
  },
};
