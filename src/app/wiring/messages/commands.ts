/** The way in for commands: who gives it is found out as for every input, and each is carried out once. */
import type { Commands } from "../../../channels/commands/command.ts";
import { isCommand, isHeard, runCommand } from "../../../channels/commands/run.ts";
import { commandIn, type WrittenCommand } from "../../../channels/commands/written.ts";
import { AppError } from "../../../domain/errors.ts";
import type { Inbound, UserMessage } from "../../../domain/inbound.ts";
import type { Principal } from "../../../domain/principal.ts";
import { TELL } from "../../../jobs/tell-job.ts";
import { FIRST_PERSON } from "../../../people/person.ts";
import type { Background } from "../../../routing/senders.ts";
import type { House } from "../../house.ts";
import { commandServicesFor } from "./command-services.ts";
import { jobIdOf, placeKey } from "./message-key.ts";

/** While one machine carries it out, no other does: longer than it takes. A machine that died is waited for no longer. */
const AT_A_TIME = { most: 1, seconds: 20 };
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
  if (message.edits !== undefined && (await house.jobs.store.get(await jobIdOf("command", message))))
    return "duplicate";
  if (!command || !isCommand(command)) return undefined;
  const { source } = message;
  const known = await house.senders(asCommand(message), background);
  const written = known === "offered" ? undefined : known;
  const who = written?.principal;
  if (!isHeard(command, { who, source })) return undefined;
  if (!who && !(await isLetIn(house, message))) return "refused";
  const id = await jobIdOf("command", message);
  if (await house.jobs.store.get(id)) return "duplicate";
  const counted = { name: `command:${placeKey(message)}`, allowance: AT_A_TIME };
  if ((await house.tries.take([counted])) > 0) throw new AppError("rate_limited", BEING_DONE);
  const actor = written?.inbound.actor;
  const markdown = await carriedOut(house, command, {
    message: { ...message, ...(actor && { actor }) },
    who,
  });
  // Its answer is what says that it is done: until it is kept, the platform sends the command again.
  const payload = { to: source, markdown, key: `command:${message.key}` };
  const owner = who?.owner ?? FIRST_PERSON;
  await house.jobs.enqueueAll([{ id, kind: TELL, owner, payload, priority: PRIORITY }]);
  background(house.jobs.run(id));
  return "accepted";
}

const BEING_DONE = "That command is being carried out. Send it again in a moment.";
/** Somebody waits for it. */
const PRIORITY = 9;

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

/** What fails is told: a platform that sends it again would find it done. */
async function carriedOut(
  house: House,
  command: WrittenCommand,
  { message, who }: { message: UserMessage; who: Principal | undefined },
): Promise<string> {
  const { source } = message;
  try {
    return await runCommand(command, { source, who, desk: commandServicesFor(house, message, who) });
  } catch (problem) {
    house.log.warn("command_failed", { command: command.name, problem: String(problem) });
    return FAILED;
  }
}
