/** Slack's own marks, both ways: Markdown rendered for Slack, and Slack text as plain words. */
import type { Dialect } from "../marks/dialect.ts";
import { renderMarks } from "../marks/render-marks.ts";

const DIALECT: Dialect = {
  marks: { bold: "*", italic: "_", strike: "~" },
  escape: escaped,
  link(words, address) {
    // Only addresses become links: anything else in angle brackets would mention people or channels.
    if (!/^(?:https?:\/\/|mailto:)[^\s<>|]+$/i.test(address)) return `${words} (${escaped(address)})`;
    const target = escaped(address);
    const shown = words.replaceAll("|", "¦").replaceAll("\n", " ");
    return shown === "" || words === target || `mailto:${words}` === target
      ? `<${target}>`
      : `<${target}|${shown}>`;
  },
};

export function mrkdwnOf(markdown: string): string {
  return renderMarks(markdown, DIALECT);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** The words as their author sees them, without a mention of the bot at the start, which only addresses it. */
export function wordsOf(text: string, bot: string | undefined): string {
  const said = bot === undefined ? text : text.replace(new RegExp(`^\\s*<@${bot}(?:\\|[^>]*)?>[\\s:,]*`), "");
  return said
    .replace(REFERENCE, (...[, kind, what, label]: string[]) => shownOf({ kind, what, label }))
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .trim();
}

/** A reference to a person, a channel, a group or an address. */
const REFERENCE = /<([@#!]?)([^<>|]*)(?:\|([^<>]*))?>/g;

function shownOf({
  kind = "",
  what = "",
  label = "",
}: Record<"kind" | "what" | "label", string | undefined>) {
  if (kind === "@" || kind === "#") return `${kind}${label === "" ? what : label}`;
  if (kind === "!") return label === "" ? `@${what.replace(/\^.*$/, "")}` : label;
  return label === "" || label === what ? what : `${label} (${what})`;
}
