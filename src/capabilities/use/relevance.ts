/** Which capabilities are sent as tools when there are many: those whose words are near what is said. */
import { extraTokens } from "../../memory/text/scripts.ts";
import { isStopword } from "../../memory/text/stopwords.ts";
import { stemOf, words } from "../../memory/text/words.ts";
import type { Capability } from "../catalog/capability.ts";
import { keyIn, keyOf, type Usable } from "./usable.ts";

/** Of all capabilities: a word that more of them have tells none apart. */
const MOST_SHARED = 0.2;
/** Sent as tools with each request; the others are found by name. */
export const MOST_TOOLS = 30;

interface Topic {
  /** What the turn is about. */
  words: string;
  /** Pins of those that were sent before: they stay where no word speaks for others. */
  before?: readonly string[] | undefined;
}

/** By name, so that the same choice is the same bytes. */
export function mostRelevant(capabilities: readonly Usable[], { words: said, before = [] }: Topic): Usable[] {
  if (capabilities.length <= MOST_TOOLS) return [...capabilities];
  const wanted = tellingOf(capabilities, termsOf(said));
  const kept = new Set(before.map(keyIn));
  const ranked = capabilities
    .map((capability) => ({
      capability,
      score: scoreOf(capability, wanted),
      isKept: kept.has(keyOf(capability)),
    }))
    .sort((a, b) => b.score - a.score || byUse(a, b) || byName(a.capability, b.capability));
  return ranked
    .slice(0, MOST_TOOLS)
    .map(({ capability }) => capability)
    .sort(byName);
}

interface Ranked {
  capability: Usable;
  isKept: boolean;
}

function byUse(a: Ranked, b: Ranked): number {
  return Number(b.isKept) - Number(a.isKept) || b.capability.calls - a.capability.calls;
}

/** Without the words that so many of them have that they tell none apart. */
function tellingOf(capabilities: readonly Capability[], wanted: ReadonlySet<string>): Set<string> {
  const texts = capabilities.map(({ name, tags, description }) =>
    termsOf([name, ...tags, description].join(" ")),
  );
  const most = capabilities.length * MOST_SHARED;
  return new Set([...wanted].filter((term) => texts.filter((terms) => terms.has(term)).length <= most));
}

/** Those that have a word of the query, the best first. */
export function findCapabilities<C extends Capability>(capabilities: readonly C[], query: string): C[] {
  const wanted = termsOf(query);
  if (wanted.size === 0) return [...capabilities];
  return capabilities
    .map((capability) => ({ capability, score: scoreOf(capability, wanted) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || byName(a.capability, b.capability))
    .map(({ capability }) => capability);
}

/** A word of the name says more than one of the tags, and that more than one of the description. */
function scoreOf({ name, tags, description }: Capability, wanted: ReadonlySet<string>): number {
  return 4 * shared(name, wanted) + 2 * shared(tags.join(" "), wanted) + shared(description, wanted);
}

function shared(text: string, wanted: ReadonlySet<string>): number {
  let count = 0;
  for (const term of termsOf(text)) if (wanted.has(term)) count++;
  return count;
}

/** As memory reads words: their stems, also of scripts without spaces; words of any sentence say nothing. */
function termsOf(text: string): Set<string> {
  const plain = text.replaceAll("_", " ");
  const telling = words(plain).filter((word) => !isStopword(word));
  return new Set([...telling.map(stemOf), ...extraTokens(plain)]);
}

function byName(a: Capability, b: Capability): number {
  return a.name < b.name ? -1 : 1;
}
