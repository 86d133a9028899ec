/** The text of an approval, for people who read it in a chat. */
import type { Caution } from "../provenance/provenance.ts";
import { oneLine } from "./hidden-text.ts";

const LONGEST_VALUE = 300;
const MOST_LINES = 12;

/** The agent's question. `reason` is the rule's, a sentence. */
export function approvalText(tool: string, reason: string): string {
  return `May I use **${toolWords(tool)}**? ${reason}`;
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

/**
 * The tool's input as Markdown, one line per field. Each value is inline code: a model wrote it, and may have
 * been told to write what reads like more than a value.
 */
export function inputLines(input: unknown): string {
  const fields = typeof input === "object" && input !== null ? Object.entries(input) : [];
  const shown = fields.filter(([, value]) => value !== undefined && value !== null && value !== "");
  const lines = shown.slice(0, MOST_LINES).map(([name, value]) => `- ${asWords(name)}: ${codeOf(value)}`);
  const rest = shown.length - lines.length;
  return [...lines, ...(rest > 0 ? [`- and ${rest} more: see them in the web app`] : [])].join("\n");
}

function codeOf(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const rest = text.length > LONGEST_VALUE ? ` (${text.length} characters: see them all in the web app)` : "";
  return `\`${oneLine(text, LONGEST_VALUE).replaceAll("`", "'") || " "}\`${rest}`;
}

function asWords(name: string): string {
  const words = oneLine(name, 60)
    .replaceAll(/[_`*[\]-]+/g, " ")
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
