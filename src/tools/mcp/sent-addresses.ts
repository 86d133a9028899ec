/**
 * Finds the addresses in a tool call's arguments. Even a read-only tool may contact them and leak what they contain. An
 * argument is an address by its schema's format, by its name, or by its value.
 */
import { z } from "zod";
import { plainAddressesIn } from "../addresses.ts";
import type { McpTool } from "./wire/protocol.ts";

const FORMATS =
  /^(?:uri|url|iri|uri-reference|iri-reference|hostname|idn-hostname|ipv4|ipv6|email|idn-email)$/;
/** Matches the last word of an argument's name, singular or plural: `page_url`, `targetHosts`. */
const NAMES = /(?:^|[^a-z])(?:ur[il]|href|link|host|hostname|domain|endpoint|website)s?$/;
/** Matches names that may also mean a postal address. */
const AMBIGUOUS = /(?:^|[^a-z])address(?:es)?$/;
const WITH_SCHEME = /^\s*(?:[a-z][a-z0-9+.-]*:)?\/\/\S/i;
/** Matches a host that has a path, a port or three labels: `node.js` is none. */
const HOST = /^(?:[\w-]+\.){2,}[\w-]+$|[/:]/;
const DEEPEST = 8;

const Schema = z.looseObject({
  format: z.string().optional().catch(undefined),
  properties: z.record(z.string(), z.unknown()).optional().catch(undefined),
  items: z.unknown().optional(),
});

/** Returns the addresses as they are written; none when the server declares that the tool reaches nobody else. */
export function sentAddresses(tool: Pick<McpTool, "input" | "open_world">, input: unknown): string[] {
  if (tool.open_world === false) return [];
  const isOpen = tool.open_world === true;
  return [
    ...new Set(
      givenIn(input, { name: "", schema: tool.input, depth: 0 }).flatMap((one) => addressesOf(one, isOpen)),
    ),
  ];
}

interface SentValue {
  /** Name of the argument, or of the list that holds the value. */
  name: string;
  format: string;
  value: string;
}

interface Place {
  name: string;
  schema: unknown;
  depth: number;
}

function givenIn(value: unknown, { name, schema, depth }: Place): SentValue[] {
  const { format = "", properties, items } = Schema.safeParse(schema).data ?? {};
  if (typeof value === "string") return [{ name, format, value }];
  if (typeof value !== "object" || value === null || depth >= DEEPEST) return [];
  if (Array.isArray(value))
    return value.flatMap((each) => givenIn(each, { name, schema: items, depth: depth + 1 }));
  return Object.entries(value).flatMap(([key, each]) =>
    givenIn(each, { name: key, schema: properties?.[key], depth: depth + 1 }),
  );
}

function addressesOf({ name, format, value }: SentValue, isOpen: boolean): string[] {
  const text = value.trim();
  if (text === "") return [];
  const found = plainAddressesIn(text);
  const words = wordsOf(name);
  if (FORMATS.test(format) || NAMES.test(words)) return isOneWord(text) || found.length > 0 ? [text] : [];
  if (WITH_SCHEME.test(text)) return [text];
  if (AMBIGUOUS.test(words)) return isOneWord(text) && /[.:@]/.test(text) ? [text] : found;
  return isOpen ? found.filter((address) => HOST.test(address)) : [];
}

function isOneWord(text: string): boolean {
  return !/\s/.test(text);
}

/** `pageUrl` is `page url`, `endpoint-URL` is `endpoint url`. */
function wordsOf(name: string): string {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/[_-]+/g, " ")
    .toLowerCase();
}
