/** The input of a call in lines, lists item by item, each value with the place from which it came. */
import type { ArgumentOrigin } from "../../../src/domain/provenance/provenance.ts";
import { t } from "../../words/t.ts";
import { withLocalTimes } from "./ask-words.ts";

export interface AskLine {
  /** Path in the input: `to[0].email`. */
  path: string;
  label: string;
  /** Nesting, from 0. */
  depth: number;
  /** Empty for the head of a list or a record. */
  value: string;
  /** Arguments that stand here: the value itself, or addresses inside a text. */
  origins: readonly ArgumentOrigin[];
}

const MOST_LINES = 200;
const DEEPEST = 4;

export function askLines(input: unknown, provenance: readonly ArgumentOrigin[] = []): AskLine[] {
  return fieldsOf(input)
    .flatMap(([name, value]) => linesOf({ path: name, label: wordsOf(name), depth: 0, value }, provenance))
    .slice(0, MOST_LINES);
}

/** Same for JSON, which may be cut off: then there are no lines. */
export function askLinesOfJson(json: string, provenance: readonly ArgumentOrigin[] = []): AskLine[] {
  try {
    return askLines(JSON.parse(json), provenance);
  } catch {
    return [];
  }
}

interface Field extends Pick<AskLine, "path" | "label" | "depth"> {
  value: unknown;
}

function linesOf(field: Field, provenance: readonly ArgumentOrigin[]): AskLine[] {
  const { path, label, depth, value } = field;
  const inner = depth < DEEPEST ? innerFields(value, path) : [];
  const origins = provenance.filter((argument) => argument.path === path);
  const line = { path, label, depth, value: inner.length > 0 ? "" : shown(value), origins };
  return [line, ...inner.flatMap((each) => linesOf({ ...each, depth: depth + 1 }, provenance))];
}

function innerFields(value: unknown, path: string): Omit<Field, "depth">[] {
  if (Array.isArray(value))
    return value.map((each, at) => ({ path: `${path}[${at}]`, label: `${at + 1}.`, value: each }));
  return fieldsOf(value).map(([name, each]) => ({
    path: `${path}.${name}`,
    label: wordsOf(name),
    value: each,
  }));
}

function fieldsOf(input: unknown): [name: string, value: unknown][] {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return [];
  return Object.entries(input).filter(([, value]) => value !== undefined && value !== null && value !== "");
}

function shown(value: unknown): string {
  if (typeof value === "boolean") return value ? t("yes") : t("no");
  return typeof value === "string" ? withLocalTimes(value.trim()) : JSON.stringify(value);
}

function wordsOf(name: string): string {
  const words = name.replaceAll(/[_-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
