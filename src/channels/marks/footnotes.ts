/** Footnotes for chats, which have none: `[^1]` becomes `[1]`, at its place and before its note. */

const CODE = /(^[ \t]*(?:```|~~~)[\s\S]*?(?:^[ \t]*(?:```|~~~)[ \t]*$|(?![\s\S]))|`[^`\n]*`)/m;
const NOTE = /^ {0,3}\[\^([^\]\s^]{1,40})\]:[ \t]*/gm;

/** Marks without a note stay: `[^a]` may be anything. Code stays too. */
export function plainFootnotes(markdown: string): string {
  if (!markdown.includes("[^")) return markdown;
  const parts = markdown.split(CODE);
  const labels = new Set(parts.flatMap((part) => [...part.matchAll(NOTE)].map(([, label]) => label)));
  return parts.map((part, at) => (at % 2 === 1 ? part : numbered(part, labels))).join("");
}

function numbered(text: string, labels: ReadonlySet<string | undefined>): string {
  return text
    .replace(NOTE, "[$1] ")
    .replace(/\[\^([^\]\s^]{1,40})\]/g, (mark, label: string) => (labels.has(label) ? `[${label}]` : mark));
}
