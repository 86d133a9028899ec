/** Closes or drops the unfinished Markdown at the end of a text, so that a preview reads well. */
import type { ChannelPort } from "../../../../src/channels/channel.ts";

/** Like `closed`, unless the closed text exceeds the channel's limit. */
export function readable(text: string, { limits, render }: Pick<ChannelPort, "limits" | "render">): string {
  const shown = closeMarkdown(text);
  return render(shown).length <= limits.text_length ? shown : text;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** The text with everything closed; empty when nothing of it can be shown yet. */
export function closeMarkdown(markdown: string): string {
  const { before, fence, rest } = parted(wholeCharacters(markdown));
  if (fence !== undefined) return `${before}${rest.replace(/\n? {0,3}[`~]+ *$/, "")}\n${fence}`;
  return `${before}${closedSpans(withoutHalves(rest))}`.trimEnd();
}

/** Drops half a surrogate pair, and a joined character that may still change. */
function wholeCharacters(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$|\u200d$/, "");
}

/** Splits before the last open code block, or else before the last paragraph. */
function parted(text: string): { before: string; fence?: string; rest: string } {
  let open: { mark: string; at: number } | undefined;
  let at = 0;
  let closedAt = 0;
  for (const line of text.split("\n")) {
    const mark = FENCE.exec(line)?.[1];
    if (open && mark?.startsWith(open.mark) && line.trim() === mark) {
      open = undefined;
      closedAt = at + line.length;
    } else if (!open && mark !== undefined) open = { mark, at };
    at += line.length + 1;
  }
  if (open) return { before: text.slice(0, open.at), fence: open.mark, rest: text.slice(open.at) };
  const start = Math.max(text.lastIndexOf("\n\n"), closedAt);
  return { before: text.slice(0, start), rest: text.slice(start) };
}

/** Drops half a link, half a tag, or a mark without words yet. */
function withoutHalves(paragraph: string): string {
  return paragraph
    .replace(/!?\[[^\]\n]*(?:\](?:\([^)\n]*)?)?$/, "")
    .replace(/<[/a-zA-Z][^>\n]*$/, "")
    .replace(/(?:^|\n)[ \t]*(?:#{1,6}|[-*+>]|\d{1,3}[.)]|`{1,3}|~{1,3}|\|)?[ \t]*$/, "")
    .replace(/[*_~`]+$/, (marks, at: number, whole: string) => (/\S$/.test(whole.slice(0, at)) ? marks : ""));
}

/** Closes marks that the last paragraph left open. */
function closedSpans(paragraph: string): string {
  const ticks = paragraph.match(/`/g)?.length ?? 0;
  if (ticks % 2 === 1) return `${paragraph}\``;
  const words = paragraph.replace(/`[^`]*`/g, "");
  const open = ["**", "__", "~~"].filter((mark) => words.split(mark).length % 2 === 0);
  return open.reduceRight((text, mark) => `${text.trimEnd()}${mark}`, paragraph);
}
