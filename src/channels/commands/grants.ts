/** /grants: standing permissions of the sender, and their end. */

import { toolWords } from "../../domain/text/approval-words.ts";
import { oneLine } from "../../domain/text/hidden-text.ts";
import type { ChatCommand, ListedGrant } from "./command.ts";

const MOST_LISTED = 30;
const MOST_NAMED = 5;

export const grants: ChatCommand = {
  name: "grants",
  description: "Lists what agents may do without asking; ends one",
  usage: "[end NUMBER]",
  by: "member",
  isPrivate: true,
  async run({ services, words }) {
    const standing = await services.grants();
    if (words === "") return listOf(standing);
    const number = /^end\s+(\d{1,3})$/i.exec(words)?.[1];
    if (number === undefined) return "Write `/grants` to list them, or `/grants end NUMBER` to end one.";
    const named = standing[Number(number) - 1];
    if (!named) return `There's no permission ${number}. Write \`/grants\` to list them.`;
    await services.endGrant(named.id);
    return `Ended: ${toolWords(named.tool)}, ${named.agent}. From the next call on it asks again.`;
  },
};

function listOf(standing: readonly ListedGrant[]): string {
  if (standing.length === 0) return "No permissions. Agents ask each time.";
  const lines = standing.slice(0, MOST_LISTED).map(lineOf);
  const rest = standing.length - lines.length;
  const more = rest > 0 ? [`And ${rest} more: see them in the web app.`] : [];
  return [...lines, ...more, "End one with `/grants end NUMBER`."].join("\n");
}

function lineOf(grant: ListedGrant, index: number): string {
  const { tool, agent, to } = grant;
  const named = to === null ? "any destination" : to.slice(0, MOST_NAMED).map(code).join(", ");
  const rest = to !== null && to.length > MOST_NAMED ? ` and ${to.length - MOST_NAMED} more` : "";
  const scope = named === "" ? "" : `, ${named}${rest}`;
  return `${index + 1}. **${toolWords(tool)}** (${agent})${scope}: ${limitsOf(grant).join(", ")}`;
}

function limitsOf({
  ends_at,
  uses,
  max_uses,
  spent,
  max_amount,
  is_task,
  is_here_only,
}: ListedGrant): string[] {
  const limits = [
    is_task ? "one task" : is_here_only && "one conversation",
    ends_at !== null && `until ${new Date(ends_at).toISOString().slice(0, 16).replace("T", " ")} UTC`,
    max_uses !== null && `${uses} of ${max_uses} uses`,
    max_amount !== null && `${spent} of ${max_amount} spent`,
  ].filter((limit) => limit !== false);
  return limits.length > 0 ? limits : ["no end"];
}

function code(text: string): string {
  return `\`${oneLine(text.replaceAll("`", "'"), 80)}\``;
}
