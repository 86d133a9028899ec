/** /start, /whoami and /link: a person's identity here. */
import type { ChatCommand } from "./command.ts";

/**
 * Telegram sends /start when somebody opens a bot. From a stranger it counts as a message, so that the refusal explains
 * how to be let in.
 */
export const start: ChatCommand = {
  name: "start",
  description: "Says hello",
  usage: "",
  by: "guest",
  run: ({ who }) =>
    Promise.resolve(
      `Hello${who && who.role !== "guest" ? ` ${who.name}` : ""}. Write to me as you would to a person. /help lists what else you can write.`,
    ),
};

export const whoami: ChatCommand = {
  name: "whoami",
  description: "Tells who you are here",
  usage: "",
  by: "anyone",
  run({ source, who }) {
    const account = `- Account: ${source.channel}, \`${source.sender.replaceAll("`", "'")}\``;
    const known = who && who.role !== "guest" ? `- Person: ${who.name} (${who.role})` : undefined;
    const guest = who ? "- Person: a guest" : "- Person: not linked. `/link CODE` links your account.";
    return Promise.resolve([account, known ?? guest].join("\n"));
  },
};

export const link: ChatCommand = {
  name: "link",
  description: "Links this chat account with your person, by a code from the app",
  usage: "CODE",
  by: "anyone",
  run({ services, words }) {
    if (words !== "") return services.redeem(words.slice(0, 100));
    return Promise.resolve("Create a code in the app under Settings, Chat accounts, and send `/link CODE`.");
  },
};
