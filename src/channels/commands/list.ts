/** The list of commands. To add a command, add a line here; help, menus and platforms follow. */
import type { Principal } from "../../domain/principal.ts";
import { agent, model } from "./choices.ts";
import type { ChatCommand } from "./command.ts";
import { grants } from "./grants.ts";
import { chat, mode, research, search } from "./modes.ts";
import { link, start, whoami } from "./people.ts";
import { memory, status, usage } from "./reports.ts";
import { plan } from "./research.ts";
import { begin, check, compact, leave, reset, stop } from "./threads.ts";

const OTHERS: readonly ChatCommand[] = [
  begin,
  reset,
  leave,
  stop,
  model,
  agent,
  mode,
  chat,
  search,
  research,
  plan,
  status,
  usage,
  compact,
  check,
  memory,
  grants,
  link,
  whoami,
];

const help: ChatCommand = {
  name: "help",
  description: "List all commands",
  usage: "",
  by: "anyone",
  run({ who, say }) {
    const theirs = COMMANDS.filter((command) => mayRun(command, who));
    const lines = theirs.map(({ name, usage: behind, description }) => {
      const written = behind === "" ? `/${name}` : `/${name} ${behind}`;
      return `- \`${written}\`: ${say(description)}`;
    });
    return Promise.resolve(lines.join("\n"));
  },
};

export const COMMANDS: readonly ChatCommand[] = [...OTHERS, help];

/** Finds any command, including those that no menu lists because nobody has to look for them. */
export function commandNamed(name: string): ChatCommand | undefined {
  return [...COMMANDS, start].find((command) => command.name === name);
}

export function mayRun({ by }: ChatCommand, who: Principal | undefined): boolean {
  if (who === undefined) return by === "anyone";
  return by !== "member" || who.role !== "guest";
}
