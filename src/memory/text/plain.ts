/** Markdown to plain text on one line, for a passage that is quoted within a list. */

const RULES: readonly [RegExp, string][] = [
  [/^[ \t]{0,3}(?:`{3,}|~{3,})[^\n]*$/gm, " "],
  [/^[ \t]{0,3}(?:[-*_][ \t]*){3,}$/gm, " "],
  [/^[ \t]*\|?[ \t:|-]*-{2,}[ \t:|-]*$/gm, " "],
  [/<\/?[a-zA-Z][^<>\n]{0,200}>/g, " "],
  [/!?\[([^[\]\n]{0,300})\]\([^()\s]{0,500}(?:\([^()\s]{0,100}\))?[^()\n]{0,200}\)/g, "$1"],
  [/^[ \t]*(?:>[ \t]?)+/gm, ""],
  [/^[ \t]*#{1,6}[ \t]+/gm, ""],
  [/^[ \t]*[-*+][ \t]+(?:\[[ xX]\][ \t]+)?/gm, ""],
  [/(?<![\w*])\*{1,3}(?=\S)([^*\n]{1,300})(?<=\S)\*{1,3}(?![\w*])/g, "$1"],
  [/(?<![\w_])_{1,3}(?=\S)([^_\n]{1,300})(?<=\S)_{1,3}(?![\w_])/g, "$1"],
  [/~~(?=\S)([^~\n]{1,300})(?<=\S)~~/g, "$1"],
  [/`{1,2}([^`\n]{1,300})`{1,2}/g, "$1"],
  [/[ \t]*\|[ \t]*/g, " "],
  [/\s+/g, " "],
];

/** Only the beginning of a longer text is converted. */
const MOST = 20_000;

export function plainText(markdown: string): string {
  return RULES.reduce((text, [mark, instead]) => text.replace(mark, instead), markdown.slice(0, MOST)).trim();
}
