/** Markdown that is still being written, so that it reads well as it stands: what is half there is closed or left out. */
import type { ChannelPort } from "../../../../src/channels/channel.ts";

/** The same where it fits: what is closed is longer, and that may be too much. */
export function readable(text: string, { limits, render }: Pick<ChannelPort, "limits" | "render">): string {
  const shown = closed(text);
  return render(shown).length <= limits.text_length ? shown : text;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** The same, or empty: nothing of it can be shown yet. */
export function closed(markdown: string): string {
  const { before, fence, rest } = parted(wholeCharacters(markdown));
  if (fence !== undefined) return `${before}${rest.replace(/\n? {0,3}[`~]+ *$/, "")}\n${fence}`;
  return `${before}${closedSpans(withoutHalves(rest))}`.trimEnd();
}

/** Half of a character is none, and one that is being put together may still change. */
function wholeCharacters(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$|\u200d$/, "");
}

/** Up to its last open code block, or its last paragraph. */
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

/** Half a link, half a tag, a mark without words yet. */
function withoutHalves(paragraph: string): string {
  return paragraph
    .replace(/!?\[[^\]\n]*(?:\](?:\([^)\n]*)?)?$/, "")
    .replace(/<[/a-zA-Z][^>\n]*$/, "")
    .replace(/(?:^|\n)[ \t]*(?:#{1,6}|[-*+>]|\d{1,3}[.)]|`{1,3}|~{1,3}|\|)?[ \t]*$/, "")
    .replace(/[*_~`]+$/, (marks, at: number, whole: string) => (/\S$/.test(whole.slice(0, at)) ? marks : ""));
}

/** Marks that were opened in the last paragraph and not closed. */
function closedSpans(paragraph: string): string {
  const ticks = paragraph.match(/`/g)?.length ?? 0;
  if (ticks % 2 === 1) return `${paragraph}\``;
  const words = paragraph.replace(/`[^`]*`/g, "");
  const open = ["**", "__", "~~"].filter((mark) => words.split(mark).length % 2 === 0);
  return open.reduceRight((text, mark) => `${text.trimEnd()}${mark}`, paragraph);
}
