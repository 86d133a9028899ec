/** /mode, /chat, /search and /research: the mode of a conversation, or of one message written behind the command. */
import { isMode, MODES, modeNamed, modeRecord, noSuchMode } from "../../domain/fields/mode.ts";
import type { Inbound } from "../../domain/inbound.ts";
import { type ChatCommand, type CommandCall, describeResult, NOTHING_HERE } from "./command.ts";
import { commandIn } from "./parse-command.ts";

const FOR_ONE_MESSAGE = ["chat", "search", "research"];

/** `/search words`: the words as a message in that mode. Other inputs are returned as they are. */
export function inNamedMode(inbound: Inbound): Inbound {
  if (inbound.type !== "user_message") return inbound;
  const command = commandIn(inbound);
  if (!command || command.words === "" || !FOR_ONE_MESSAGE.includes(command.name)) return inbound;
  const [, ...others] = inbound.parts;
  return {
    ...inbound,
    mode: command.name,
    parts: [{ type: "text", text: command.words }, ...others],
  };
}

export const mode: ChatCommand = {
  name: "mode",
  description: "Show or change how the agent works here",
  usage: "[name]",
  by: "member",
  async run(call) {
    const { services, words, say } = call;
    if (words !== "") return chosen(call, words.toLowerCase().replaceAll(" ", "_"));
    const here = await services.here();
    const lines = MODES.map((name) => `- \`${name}\`: ${say(modeRecord(name).note)}`);
    const shown = `\`${modeNamed(here?.mode)}\``;
    return `${say(`Mode: ${shown}.`)}\n\n${lines.join("\n")}`;
  },
};

/** Words behind these are a message, which never gets here. */
const ofMode = { usage: "[message]", by: "member" } as const;

export const chat: ChatCommand = {
  ...ofMode,
  name: "chat",
  description: "Answer from memory alone: this message, or from now on",
  run: (call) => chosen(call, "chat"),
};

export const search: ChatCommand = {
  ...ofMode,
  name: "search",
  description: "Search the web first: for this message, or from now on",
  run: (call) => chosen(call, "search"),
};

export const research: ChatCommand = {
  ...ofMode,
  name: "research",
  description: "Research in depth: this message, or from now on",
  run: (call) => chosen(call, "research"),
};

async function chosen({ services, say }: CommandCall, name: string): Promise<string> {
  if (!isMode(name)) return say(noSuchMode(name));
  const here = await services.here();
  if (!here) return say(NOTHING_HERE);
  const shown = `\`${modeNamed(name)}\``;
  return say(describeResult(await here.change({ mode: modeNamed(name) }), `Mode: ${shown} from now on.`));
}
