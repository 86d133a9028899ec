/** Long files before a model: an outline and the passages that fit the question, quoted as somebody else's words. */
import type { FileBlock, ModelMessage, TextBlock } from "../../agent/ports/model.ts";
import type { Excerpt } from "../../domain/text/document-reading.ts";
import { markOf, markUntrusted } from "../../domain/text/foreign-text.ts";
import { oneLine } from "../../domain/text/hidden-text.ts";

/** UTF-16 units of a message that passages are chosen by. */
const LONGEST_QUESTION = 4_000;
/** Characters of the content that a mark is made from. */
const MARK_CHARS = 4_096;

/** For each message the words of the person that it stands with: its own, else those of the last one before. */
export function questionsOf(messages: readonly ModelMessage[]): string[] {
  let last = "";
  return messages.map((message) => {
    if (message.role === "user") last = ownWords(message.content) || last;
    return last;
  });
}

/** Words without files and without what the house tells for one turn, so that a message has the same ones in every turn. */
function ownWords(content: Extract<ModelMessage, { role: "user" }>["content"]): string {
  const words = content.flatMap((block) =>
    block.type === "text" && !block.is_passing && !block.is_file ? [block.text] : [],
  );
  return words.join("\n").slice(0, LONGEST_QUESTION).trim();
}

/** Text in place of the file, the same in each call of each turn. */
export function excerptBlock(
  file: FileBlock,
  { outline, passages, size, lines, fits, is_cut }: Excerpt,
): TextBlock {
  const shown = fits
    ? "the passages that fit the question best"
    : "its beginning: no passage shares a word with the question";
  const text = [
    `File ${JSON.stringify(oneLine(file.name))} is too long to be given whole (${size}, ${lines} lines${is_cut ? "; only its beginning was looked through" : ""}).`,
    `Below are its outline and ${shown}.${howToReadOn(file)}`,
    quoted(file, `Outline:\n${outline}\n\nPassages:\n\n${passages}`),
  ].join("\n");
  return { type: "text", text, is_file: true };
}

/** Passages for a later question, which hold for its turn only. */
export function passagesBlock(file: FileBlock, { passages }: Excerpt): TextBlock {
  const text = `Passages of the file ${JSON.stringify(oneLine(file.name))} that fit this question best:\n${quoted(file, passages)}`;
  return { type: "text", text, is_passing: true, is_file: true };
}

/** Files whose lines are rows, as they are loaded for a model. */
const ROWS = /^text\/(?:csv|plain)$/;

/** Said also where the tool isn't described yet: `find_tools` finds it. */
function howToReadOn({ stored, media_type }: FileBlock): string {
  if (!stored) return "";
  const rows = ROWS.test(media_type)
    ? ` The tool \`query_table\` finds, counts and computes over all of its rows: file "${stored.id}".`
    : "";
  const pages = media_type === "application/pdf" ? " or `pages`" : "";
  return ` What they don't tell, the tool \`read\` opens, if you have it: path "${stored.id}", with \`from_line\`${pages}.${rows}`;
}

function quoted({ data }: FileBlock, says: string): string {
  return markUntrusted(says, { mark: markOf(`${data.length}${data.slice(-MARK_CHARS)}`), source: "file" });
}
