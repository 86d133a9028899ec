/** A passage of a document, quoted in a message that asks for a change of it. */
import { t } from "../../../words/t.ts";

const MOST_CHARACTERS = 1_500;

/** `text`: of the whole document, to tell the lines; a passage of what is drawn may not be found there. */
export function quotedPassage(passage: string, { title, text }: { title: string; text: string }): string {
  const lines = linesOf(passage.trim(), text);
  const where =
    lines === null
      ? t("In {title}:", { title })
      : lines.from === lines.to
        ? t("In {title}, line {from}:", { title, from: lines.from })
        : t("In {title}, lines {from} to {to}:", { title, from: lines.from, to: lines.to });
  const shown =
    passage.length > MOST_CHARACTERS ? `${passage.slice(0, MOST_CHARACTERS).trimEnd()} …` : passage.trim();
  const quote = shown
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
  return `${where}\n${quote}\n\n`;
}

function linesOf(passage: string, text: string): { from: number; to: number } | null {
  const at = passage === "" ? -1 : text.indexOf(passage);
  if (at < 0) return null;
  const from = text.slice(0, at).split("\n").length;
  return { from, to: from + passage.split("\n").length - 1 };
}
