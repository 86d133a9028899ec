/**
 * Selects which capabilities are sent as tools if there are many: those whose words match the conversation.
 */
import { extraTokens } from "../../memory/text/scripts.ts";
import { isStopword } from "../../memory/text/stopwords.ts";
import { stemOf, words } from "../../memory/text/words.ts";
import type { Capability } from "../catalog/capability.ts";
import { keyIn, keyOf, type Usable } from "./usable.ts";

/** Share of all capabilities above which a word no longer distinguishes between them. */
const MOST_SHARED = 0.2;
/** Tools sent with each request; the others are found by name. */
export const MOST_TOOLS = 30;

interface Topic {
  /** Text of the turn's topic. */
  words: string;
  /** Pins sent in earlier turns: they stay unless words favour others. */
  before?: readonly string[] | undefined;
}

/** Sorted by name, so that the same choice is byte-identical. */
export function mostRelevant(capabilities: readonly Usable[], { words: said, before = [] }: Topic): Usable[] {
  if (capabilities.length <= MOST_TOOLS) return [...capabilities];
  const wanted = tellingOf(capabilities, termsOf(said));
  const inUse = new Set(before.map(keyIn));
  const ranked = capabilities
    .map((capability) => ({
      capability,
      score: scoreOf(capability, wanted),
      isKept: inUse.has(keyOf(capability)),
    }))
    .sort((a, b) => b.score - a.score || byUse(a, b) || byName(a.capability, b.capability));
  return ranked
    .slice(0, MOST_TOOLS)
    .map(({ capability }) => capability)
    .sort(byName);
}

interface RankedCapability {
  capability: Usable;
  isKept: boolean;
}

function byUse(a: RankedCapability, b: RankedCapability): number {
  return Number(b.isKept) - Number(a.isKept) || b.capability.calls - a.capability.calls;
}

/** Drops words that too many capabilities share. */
function tellingOf(capabilities: readonly Capability[], wanted: ReadonlySet<string>): Set<string> {
  const texts = capabilities.map(({ name, tags, description }) =>
    termsOf([name, ...tags, description].join(" ")),
  );
  const most = capabilities.length * MOST_SHARED;
  return new Set([...wanted].filter((term) => texts.filter((terms) => terms.has(term)).length <= most));
}

/** Capabilities that match a word of the query, best first. */
export function findCapabilities<C extends Capability>(capabilities: readonly C[], query: string): C[] {
  const wanted = termsOf(query);
  if (wanted.size === 0) return [...capabilities];
  return capabilities
    .map((capability) => ({ capability, score: scoreOf(capability, wanted) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || byName(a.capability, b.capability))
    .map(({ capability }) => capability);
}

/** A match in the name weighs more than one in the tags, and that more than one in the description. */
function scoreOf({ name, tags, description }: Capability, wanted: ReadonlySet<string>): number {
  return 4 * shared(name, wanted) + 2 * shared(tags.join(" "), wanted) + shared(description, wanted);
}

function shared(text: string, wanted: ReadonlySet<string>): number {
  let count = 0;
  for (const term of termsOf(text)) if (wanted.has(term)) count++;
  return count;
}

/** Stemmed terms as in memory search, also for scripts without spaces, without stop words. */
function termsOf(text: string): Set<string> {
  const plain = text.replaceAll("_", " ");
  const telling = words(plain).filter((word) => !isStopword(word));
  return new Set([...telling.map(stemOf), ...extraTokens(plain)]);
}

function byName(a: Capability, b: Capability): number {
  return a.name < b.name ? -1 : 1;
}
