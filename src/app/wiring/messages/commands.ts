/** Takes in commands: the sender is checked as for every input, and each command is carried out once. */
import type { Commands } from "../../../channels/commands/command.ts";
import { commandIn, type ParsedCommand } from "../../../channels/commands/parse-command.ts";
import { isCommand, isHeard, runCommand } from "../../../channels/commands/run.ts";
import { AppError } from "../../../domain/errors.ts";
import type { Inbound, UserMessage } from "../../../domain/inbound.ts";
import type { Principal } from "../../../domain/principal.ts";
import { loadWords } from "../../../domain/text/translated/in-language.ts";
import { PRIORITIES } from "../../../jobs/job.ts";
import { TELL } from "../../../jobs/tell-job.ts";
import { FIRST_PERSON } from "../../../people/person.ts";
import type { Background } from "../../../routing/senders.ts";
import type { House } from "../../house.ts";
import { commandServicesFor } from "./command-services.ts";
import { jobIdOf, placeKey } from "./message-key.ts";

/** Lease on a command while it is carried out: longer than that takes. When its holder dies, it expires. */
const AT_A_TIME = { most: 1, seconds: 20 };
/** Rate limit for senders who are not known. */
const OF_STRANGER = { most: 5, seconds: 600 };

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
  const known = await house.senders(asCommand(message), background);
  const written = known === "offered" ? undefined : known;
  const who = written?.principal;
  const { source } = written?.inbound ?? message;
  if (!isHeard(command, { who, source })) return undefined;
  if (!who && !(await isLetIn(house, message))) return "refused";
  const id = await jobIdOf("command", message);
  if (await house.jobs.store.get(id)) return "duplicate";
  const counted = { name: `command:${placeKey(message)}`, allowance: AT_A_TIME };
  if ((await house.tries.take([counted])) > 0) throw new AppError("rate_limited", BEING_DONE);
  const actor = written?.inbound.actor;
  const markdown = await carriedOut(house, command, {
    message: { ...message, source, ...(actor && { actor }) },
    who,
  });
  // The stored answer marks the command as done: until then, the platform sends the command again.
  const payload = { to: source, markdown, key: `command:${message.key}` };
  const owner = who?.owner ?? FIRST_PERSON;
  await house.jobs.enqueueAll([{ id, kind: TELL, owner, payload, priority: PRIORITIES.awaited }]);
  background(house.jobs.run(id));
  return "accepted";
}

const BEING_DONE = "That command is still running. Try again in a moment.";
/**
 * Stands in for a stranger's message in the sender check, which offers no code for a command as it would for an unread
 * message.
 */
function asCommand({ key, source }: UserMessage): Inbound {
  return { type: "command", key, source, command: { name: "halt" } };
}

/** Blocked senders get no answer, and unknown ones only a few. */
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

/** Reports a failure instead of throwing: if the platform sent the command again, it would count as done. */
async function carriedOut(
  house: House,
  command: ParsedCommand,
  { message, who }: { message: UserMessage; who: Principal | undefined },
): Promise<string> {
  const { source } = message;
  const say = await loadWords(source.language);
  try {
    return await runCommand(command, {
      ...{ source, who, say },
      services: commandServicesFor(house, message, who),
    });
  } catch (problem) {
    house.log.warn("command_failed", { command: command.name, problem: String(problem) });
    return say("That didn't work. Try again in a moment.");
  }
}
