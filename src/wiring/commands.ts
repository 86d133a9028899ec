/** The way in for commands: who gives it is found out as for every input, and each is carried out once. */
import type { Commands } from "../channels/commands/command.ts";
import { isCommand, isHeard, runCommand } from "../channels/commands/run.ts";
import { commandIn, type WrittenCommand } from "../channels/commands/written.ts";
import type { Inbound, UserMessage } from "../domain/inbound.ts";
import type { Principal } from "../domain/principal.ts";
import type { House } from "../house.ts";
import type { Background } from "../routing/senders.ts";
import { deskOf } from "./command-desk.ts";
import { plainMessage } from "./plain-message.ts";

/** As long as a platform may send the same again. */
const ONCE = { most: 1, seconds: 86_400 };
/** Of somebody whom the house does not know. */
const OF_STRANGER = { most: 5, seconds: 600 };
const FAILED = "That did not work just now. Try again in a moment.";

export function wireCommands(house: () => House): Commands {
  return { take: (message, background) => take(house(), message, background) };
}

async function take(
  house: House,
  message: UserMessage,
  background: Background,
): ReturnType<Commands["take"]> {
  const command = commandIn(message);
  if (!command || !isCommand(command)) return undefined;
  const { source } = message;
  const written = await house.senders(asCommand(message), background);
  const who = written?.principal;
  if (!isHeard(command, { who, source })) return undefined;
  if (!who && !(await isLetIn(house, message))) return "refused";
  if ((await house.tries.take([{ name: `command:${placeKey(message)}`, allowance: ONCE }])) > 0)
    return "duplicate";
  const actor = written?.inbound.actor;
  const markdown = await carriedOut(house, command, {
    message: { ...message, ...(actor && { actor }) },
    who,
  });
  background(plainMessage(house, source, { markdown, key: `command:${message.key}` }));
  return "accepted";
}

/** A stranger's command is not a message that nobody has read: they are offered no code for it. */
function asCommand({ key, source }: UserMessage): Inbound {
  return { type: "command", key, source, command: { name: "halt" } };
}

/** Who was shut out hears nothing, and nobody hears much who is not known. */
async function isLetIn({ channelAccess, tries }: House, { source }: UserMessage): Promise<boolean> {
  const { sender } = await channelAccess.cache.of(source);
  if (sender === "blocked") return false;
  const { channel, account = "", sender: name } = source;
  const counted = {
    name: `stranger's command:${JSON.stringify([channel, account, name])}`,
    allowance: OF_STRANGER,
  };
  return (await tries.take([counted])) === 0;
}

function placeKey({ key, source: { channel, account = "", thread, sender } }: UserMessage): string {
  return JSON.stringify([channel, account, thread ?? sender, key]);
}

/** What fails is told: a platform that sends it again would find it done. */
async function carriedOut(
  house: House,
  command: WrittenCommand,
  { message, who }: { message: UserMessage; who: Principal | undefined },
): Promise<string> {
  const { source } = message;
  try {
    return await runCommand(command, { source, who, desk: deskOf(house, message, who) });
  } catch (problem) {
    house.log.warn("command_failed", { command: command.name, problem: String(problem) });
    return FAILED;
  }
}
