/** Runs a command: checks who may give it and returns the answer. */
import type { CommandCall } from "./command.ts";
import { commandNamed, mayRun } from "./list.ts";
import type { ParsedCommand } from "./parse-command.ts";

/** Whether the words are a command; otherwise they are a message that begins with a slash, which an agent reads. */
export function isCommand({ name, words }: ParsedCommand): boolean {
  return commandNamed(name) !== undefined || words === "";
}

/** Whether the sender gets an answer: a stranger only to commands for anyone, and never in front of others. */
export function isHeard(
  { name }: ParsedCommand,
  { who, source }: Pick<CommandCall, "who" | "source">,
): boolean {
  return who !== undefined || (!source.is_group && commandNamed(name)?.by === "anyone");
}

/** Returns Markdown for the place where the command was written. Rejects as the command does. */
export async function runCommand(
  { name, words }: ParsedCommand,
  call: Omit<CommandCall, "words">,
): Promise<string> {
  const { who, source, say } = call;
  const command = commandNamed(name);
  if (!command) return say(`There is no command /${name}. /help lists all commands.`);
  if (!mayRun(command, who))
    return say(`/${name} is for people who have an account here. /help lists your commands.`);
  if (command.isPrivate && source.is_group) return say(`/${name} is private. Use it in a direct message.`);
  return command.run({ ...call, words });
}
