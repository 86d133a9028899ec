/** /grants: standing permissions of the sender, and their end. */

import { toolWords } from "../../domain/text/approval-words.ts";
import { oneLine } from "../../domain/text/hidden-text.ts";
import type { Translate } from "../../domain/text/translated/for-people.ts";
import type { ChatCommand, ListedGrant } from "./command.ts";

const MOST_LISTED = 30;
const MOST_NAMED = 5;

export const grants: ChatCommand = {
  name: "grants",
  description: "List what agents may do without asking, or end one",
  usage: "[end NUMBER]",
  by: "member",
  isPrivate: true,
  async run({ services, words, say }) {
    const standing = await services.grants();
    if (words === "") return listOf(standing, say);
    const number = /^end\s+(\d{1,3})$/i.exec(words)?.[1];
    if (number === undefined) return say("Write `/grants` to list them, or `/grants end NUMBER` to end one.");
    const named = standing[Number(number) - 1];
    if (!named) return say(`There's no permission ${number}. Write \`/grants\` to list them.`);
    await services.endGrant(named.id);
    const tool = say(toolWords(named.tool));
    return say(`Ended: ${tool}, ${named.agent}. From the next call on it asks again.`);
  },
};

function listOf(standing: readonly ListedGrant[], say: Translate): string {
  if (standing.length === 0) return say("No permissions. Agents ask each time.");
  const lines = standing.slice(0, MOST_LISTED).map((grant, index) => `${index + 1}. ${lineOf(grant, say)}`);
  const rest = standing.length - lines.length;
  const more = rest > 0 ? [say(`And ${rest} more: see them in the web app.`)] : [];
  return [...lines, ...more, say("End one with `/grants end NUMBER`.")].join("\n");
}

function lineOf(grant: ListedGrant, say: Translate): string {
  const { tool, agent, to } = grant;
  const named = to === null ? say("any destination") : to.slice(0, MOST_NAMED).map(code).join(", ");
  const rest = to !== null && to.length > MOST_NAMED ? ` ${say(`and ${to.length - MOST_NAMED} more`)}` : "";
  const scope = named === "" ? "" : `, ${named}${rest}`;
  return `**${say(toolWords(tool))}** (${agent})${scope}: ${limitsOf(grant, say).join(", ")}`;
}

function limitsOf(grant: ListedGrant, say: Translate): string[] {
  const { ends_at, uses, max_uses, spent, max_amount, is_task, is_here_only } = grant;
  const day = ends_at === null ? "" : new Date(ends_at).toISOString().slice(0, 16).replace("T", " ");
  const limits = [
    is_task ? say("one task") : is_here_only && say("one conversation"),
    ends_at !== null && say(`until ${day} UTC`),
    max_uses !== null && say(`${uses} of ${max_uses} uses`),
    max_amount !== null && say(`${spent} of ${max_amount} spent`),
  ].filter((limit) => limit !== false);
  return limits.length > 0 ? limits : [say("no end")];
}

function code(text: string): string {
  return `\`${oneLine(text.replaceAll("`", "'"), 80)}\``;
}
