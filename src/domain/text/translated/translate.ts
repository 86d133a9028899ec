/**
 * Texts of the server in another language. The server writes English, in events and answers alike; the templates of its texts
 * are the keys of a catalogue. So what was stored long ago is translated too, and no stored form knows of languages.
 */
import type { Translate } from "./for-people.ts";

/** Translations by English text, in which places stand in braces: `{name} has no tool {tool}.` */
export type TextCatalogue = Readonly<Record<string, string>>;

interface Template {
  /** The longest piece between places: a text without it is not worth a match. */
  readonly piece: string;
  readonly shape: RegExp;
  readonly names: readonly string[];
  readonly said: string;
}

const PLACE = /\{(\w+)\}/;
const PLACES = /\{(\w+)\}/g;
/** Values of these places are texts of the server themselves. */
const NESTED =
  /^(reason|problem|why|what|consent|first|shown|lost|holds|mend|rights|failed|passed|decided|advice|tool)$/;
/** Values of these places may have several sentences, as what a provider said. Another value ends with its sentence. */
const SENTENCES = /^(message|error|missing|note|value|says)\d?$/;
const SENTENCE_ENDS = /(?<=[.!?][)"”']?)( |\n)(?=\S)/;
const MOST_KEPT = 500;

export function createTranslate(catalogue: TextCatalogue): Translate {
  const templates = templatesOf(catalogue);
  const whole = (text: string): string | undefined =>
    Object.hasOwn(catalogue, text) && !PLACE.test(text) ? catalogue[text] : matched(templates, text, whole);
  const known = new Map<string, string>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const said = whole(text) ?? bySentences(text, whole);
    if (known.size >= MOST_KEPT) known.clear();
    known.set(text, said);
    return said;
  };
}

/** The most literal first: a template of few words gives way to one that says more. */
function templatesOf(catalogue: TextCatalogue): Template[] {
  return Object.entries(catalogue)
    .filter(([english]) => PLACE.test(english))
    .sort(([one], [other]) => literal(other) - literal(one))
    .map(([english, said]) => templateOf(english, said));
}

function literal(english: string): number {
  return english.replaceAll(PLACES, "").length;
}

function templateOf(english: string, said: string): Template {
  const pieces = english.split(/\{\w+\}/);
  const names = [...english.matchAll(PLACES)].map(([, name = ""]) => name);
  const shape = new RegExp(`^${pieces.map((each, at) => escaped(each) + captured(names[at])).join("")}$`);
  const piece = pieces.reduce((longest, each) => (each.length > longest.length ? each : longest));
  return { piece, shape, names, said };
}

function captured(name: string | undefined): string {
  if (name === undefined) return "";
  return NESTED.test(name) || SENTENCES.test(name) ? "([^]*?)" : "((?:(?![.!?] )[^])*?)";
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

type Whole = (text: string) => string | undefined;

function matched(templates: readonly Template[], text: string, whole: Whole): string | undefined {
  for (const { piece, shape, names, said } of templates) {
    const found = text.includes(piece) ? shape.exec(text) : null;
    if (found) return filled(said, valuesOf(names, found, whole));
  }
  return undefined;
}

function valuesOf(names: readonly string[], found: RegExpExecArray, whole: Whole): Map<string, string> {
  return new Map(
    names.map((name, index) => {
      const value = found[index + 1] ?? "";
      return [name, NESTED.test(name) ? nested(value, whole) : value];
    }),
  );
}

/** Keeps the space before it. */
function nested(value: string, whole: Whole): string {
  const text = value.trimStart();
  return value.slice(0, value.length - text.length) + (whole(text) ?? text);
}

function filled(said: string, values: ReadonlyMap<string, string>): string {
  return said.replaceAll(PLACES, (place, name: string) => values.get(name) ?? place);
}

/** Sentences that were put together: the longest runs that the catalogue has, from the left. */
function bySentences(text: string, whole: Whole): string {
  const parts = text.split(SENTENCE_ENDS);
  let said = "";
  for (let from = 0; from < parts.length; ) {
    const run = longestRun(parts, from, whole);
    said += run?.said ?? parts[from] ?? "";
    from = run?.end ?? from + 1;
  }
  return said;
}

/** Longest first; undefined when not even one sentence is known. */
function longestRun(parts: readonly string[], from: number, whole: Whole) {
  for (let end = Math.min(parts.length, from + LONGEST_RUN); end > from; end--) {
    const said = whole(parts.slice(from, end).join(""));
    if (said !== undefined) return { said, end };
  }
  return undefined;
}

/** Sentences, and the spaces between them. */
const LONGEST_RUN = 15;
