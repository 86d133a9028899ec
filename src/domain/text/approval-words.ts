/** The text of an approval, for people who read it in a chat. */
import type { Caution } from "../provenance/provenance.ts";
import { oneLine } from "./hidden-text.ts";

/** The agent's question. `reason` is the rule's, a sentence. */
export function approvalText(tool: string, reason: string): string {
  const what = toolWords(tool);
  return `May I use **${what}**? ${reason}`;
}

/** A warning before a question of an agent that has read outside content; empty: there is nothing to warn of. */
export function cautionText(caution: Caution | undefined): string {
  return caution === undefined ? "" : CAUTION_TEXTS[caution];
}

const CAUTION_TEXTS: Readonly<Record<Caution, string>> = {
  outside: "⚠ The agent has read outside content, which may have prompted this question.",
  secret:
    "⚠ Don't send a password or code here. The agent has read outside content, which may have prompted this question.",
};

/** Display name of a tool: `mcp_tracker_new_issue` becomes "Tracker new issue". */
export function toolWords(name: string): string {
  return asWords(name.replace(/^(cap|mcp)_/, ""));
}

/** A name of code as words: its first letter is large. */
export function asWords(name: string): string {
  const words = oneLine(name, 60)
    .replaceAll(/[_`*[\]-]+/g, " ")
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
