/** The messages that the app's source names, and words in its components that are none. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type AST, parse } from "svelte/compiler";

export interface Message {
  /** The form for one; undefined: it counts nothing. */
  one?: string;
  english: string;
}

const QUOTED = String.raw`("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')`;
/** `msg` marks the messages of a table. */
const SAID = new RegExp(String.raw`(?<![\w.])(?:t|msg)\(\s*${QUOTED}`, "g");
/** `counted` is a helper around `plural` that is given its forms. */
const COUNTED = new RegExp(
  String.raw`(?<![\w.])(?:plural|counted)\([^[\]]*?,\s*\[\s*${QUOTED}\s*,\s*${QUOTED}`,
  "g",
);

/** Those of the app, and the tables of settings that its forms are drawn from. */
export function sourcesOfApp(): { file: string; text: string }[] {
  return [...sourcesIn("web"), ...sourcesIn("src/domain/fields")];
}

function sourcesIn(folder: string): { file: string; text: string }[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(svelte|ts)$/.test(file) && !/^(dist|\.svelte-check|public)/.test(file))
    .map((file) => ({ file, text: readFileSync(path.join(folder, file), "utf8") }));
}

export function messagesIn(source: string): Message[] {
  return [
    ...[...source.matchAll(SAID)].map(([, english = ""]) => ({ english: unquoted(english) })),
    ...[...source.matchAll(COUNTED)].map(([, one = "", english = ""]) => ({
      one: unquoted(one),
      english: unquoted(english),
    })),
  ];
}

const WITH_VALUES = new RegExp(String.raw`(?<![\w.])t\(\s*${QUOTED}\s*,\s*\{([^{}]*)\}`, "g");

/** Messages that are given values, and not one of those that they name. */
export function unfilledIn(source: string): string[] {
  return [...source.matchAll(WITH_VALUES)].flatMap(([, message = "", values = ""]) => {
    const given = new Set([...values.matchAll(/(?:^|,)\s*(\w+)/g)].map(([, name]) => name));
    const needed = [...message.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    return needed.every((name) => given.has(name)) ? [] : [message];
  });
}

function unquoted(literal: string): string {
  const inner = literal.slice(1, -1);
  return literal.startsWith('"') ? (JSON.parse(literal) as string) : inner.replaceAll("\\'", "'");
}

/** Attributes that are read out or shown. */
const SPOKEN = new Set(["aria-label", "aria-description", "title", "placeholder", "alt", "label"]);
/** Code is the same in every language, and so are names and examples of what is typed. */
const NAMES =
  /^(Nightjar|Markdown|JSON|Telegram|ADMIN_TOKEN|tracker|weekly-report|hex|base64|body\.action|opened, closed|notes\/today\.md|https?:.*|[\w-]+\/[\w.-]+)$/;

export function textOutsideMessages(component: string): string[] {
  const found: string[] = [];
  visit(parse(component, { modern: true }).fragment, found);
  return found;
}

type Node = AST.Fragment | AST.Fragment["nodes"][number] | AST.Attribute;

function visit(node: Node, found: string[]): void {
  if (node.type === "Text") keep(node.data, found);
  if (node.type === "Attribute") {
    if (SPOKEN.has(node.name)) spokenIn(node, found);
    return;
  }
  if ("name" in node && (node.name === "code" || node.name === "script")) return;
  for (const child of Object.values(node)) descend(child, found);
}

function descend(value: unknown, found: string[]): void {
  if (Array.isArray(value)) for (const each of value) descend(each, found);
  else if (isNode(value)) visit(value, found);
}

/** Parts of a template: expressions have no `fragment` and are not entered, since their words are in messages or are none. */
function isNode(value: unknown): value is Node {
  if (typeof value !== "object" || value === null || !("type" in value)) return false;
  return /^(Text|Attribute|Fragment|RegularElement|Component|\w+Block|SvelteHead|TitleElement)$/.test(
    String(value.type),
  );
}

function spokenIn({ value }: AST.Attribute, found: string[]): void {
  for (const part of Array.isArray(value) ? value : []) if (part.type === "Text") keep(part.data, found);
}

function keep(text: string, found: string[]): void {
  const words = text.trim();
  if (/\p{L}{2}/u.test(words) && !NAMES.test(words)) found.push(words);
}
