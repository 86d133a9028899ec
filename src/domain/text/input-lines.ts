/**
 * A call's input as Markdown for a chat, one line per field, lists item by item. Each value is inline code: a model wrote
 * it, and may have been told to write what reads like more than a value.
 */
import type { ArgumentOrigin } from "../provenance/provenance.ts";
import { asWords } from "./approval-words.ts";
import { oneLine } from "./hidden-text.ts";
import { originText } from "./origin-words.ts";
import type { Translate } from "./translated/for-people.ts";

/** Characters of a value's beginning and of its end. */
const SHOWN = { start: 220, end: 80 };
const MOST_LINES = 24;

export function inputLines(input: unknown, provenance: readonly ArgumentOrigin[], say: Translate): string {
  const into = { provenance, say };
  const lines = fieldsOf(input).flatMap(([name, value]) =>
    linesOf({ value, path: name, label: asWords(name), depth: 0 }, into),
  );
  const rest = lines.length - MOST_LINES;
  const more = rest > 0 ? [`- ${say(`and ${rest} more: see them in the web app`)}`] : [];
  return [...lines.slice(0, MOST_LINES), ...more].join("\n");
}

interface Field {
  value: unknown;
  path: string;
  label: string;
  depth: number;
}

const DEEPEST = 2;

interface Into {
  provenance: readonly ArgumentOrigin[];
  say: Translate;
}

function linesOf(field: Field, into: Into): string[] {
  const { value, path, label, depth } = field;
  const indent = "  ".repeat(depth);
  const inner = depth < DEEPEST ? innerFields(value, path) : [];
  if (inner.length === 0) return [`${indent}- ${label}: ${codeOf(value, into.say)}${markOf(path, into)}`];
  return [`${indent}- ${label}:`, ...inner.flatMap((each) => linesOf({ ...each, depth: depth + 1 }, into))];
}

function innerFields(value: unknown, path: string): Omit<Field, "depth">[] {
  if (Array.isArray(value))
    return value.map((each, at) => ({ value: each, path: `${path}[${at}]`, label: String(at + 1) }));
  return fieldsOf(value).map(([name, each]) => ({
    value: each,
    path: `${path}.${name}`,
    label: asWords(name),
  }));
}

function fieldsOf(input: unknown): [name: string, value: unknown][] {
  const all = typeof input === "object" && input !== null ? Object.entries(input) : [];
  return all.filter(([, value]) => value !== undefined && value !== null && value !== "");
}

/** Words for the place where the value stands, after those that are not the person's own. */
function markOf(path: string, { provenance, say }: Into): string {
  const known = provenance.find((argument) => argument.path === path);
  if (!known) return "";
  const origin = say(originText(known.origin));
  return known.is_clean ? ` (${origin})` : ` ⚠ (${origin})`;
}

function codeOf(value: unknown, say: Translate): string {
  if (typeof value === "boolean") return value ? say("yes") : say("no");
  const text = (typeof value === "string" ? value : JSON.stringify(value)).replaceAll("`", "'");
  const most = SHOWN.start + SHOWN.end;
  if (text.length <= most + 40) return `\`${oneLine(text, most + 40) || " "}\``;
  const [start, end] = [
    oneLine(text.slice(0, SHOWN.start), SHOWN.start),
    oneLine(text.slice(-SHOWN.end), SHOWN.end),
  ];
  return `\`${start}\` … \`${end}\` (${say(`${text.length} characters: see them all in the web app`)})`;
}
