/** /start, /whoami and /link: a person's identity here. */
import type { Principal } from "../../domain/principal.ts";
import type { ChatCommand } from "./command.ts";

/**
 * Telegram sends /start when somebody opens a bot. From a stranger it counts as a message, so that the refusal explains
 * how to be let in.
 */
export const start: ChatCommand = {
  name: "start",
  description: "Say hello",
  usage: "",
  by: "guest",
  run: ({ who, say }) =>
    Promise.resolve(
      `${who && who.role !== "guest" ? say(`Hello ${who.name}.`) : say("Hello.")} ${say("Write to me as you would to a person. /help lists what else you can write.")}`,
    ),
};

const ROLES: Readonly<Record<Principal["role"], string>> = {
  admin: "admin",
  member: "member",
  guest: "guest",
};

export const whoami: ChatCommand = {
  name: "whoami",
  description: "Show who you are here",
  usage: "",
  by: "anyone",
  run({ source, who, say }) {
    const account = `${say("Account")}: ${source.channel}, \`${source.sender.replaceAll("`", "'")}\``;
    const known = who && who.role !== "guest" ? `${who.name} (${say(ROLES[who.role])})` : undefined;
    const guest = who ? say("a guest") : say("not linked. `/link CODE` links your account.");
    return Promise.resolve(`- ${account}\n- ${say("Person")}: ${known ?? guest}`);
  },
};

export const link: ChatCommand = {
  name: "link",
  description: "Link this chat account with your account, by a code from the app",
  usage: "CODE",
  by: "anyone",
  async run({ services, words, say }) {
    if (words !== "") return say(await services.redeem(words.slice(0, 100)));
    return say("Create a code in the app under Settings, Chat accounts, and send `/link CODE`.");
  },
};
