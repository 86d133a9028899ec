/** Which capabilities are sent as tools when there are many: those whose words are near what is said. */
import type { Capability } from "../catalog/capability.ts";

/** Sent as tools with each request; the others are found by name. */
export const MOST_TOOLS = 30;

/** In their old order, so that the same choice is the same bytes. `words` is what the turn is about. */
export function mostRelevant(capabilities: readonly Capability[], words: string): Capability[] {
  if (capabilities.length <= MOST_TOOLS) return [...capabilities];
  const wanted = termsOf(words);
  const ranked = capabilities
    .map((capability) => ({ capability, score: scoreOf(capability, wanted) }))
    .sort(
      (a, b) =>
        b.score - a.score || b.capability.calls - a.capability.calls || byName(a.capability, b.capability),
    );
  return ranked
    .slice(0, MOST_TOOLS)
    .map(({ capability }) => capability)
    .sort(byName);
}

/** Those that have a word of the query, the best first. */
export function findCapabilities(capabilities: readonly Capability[], query: string): Capability[] {
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

const WORDS = /[\p{L}\p{N}]+/gu;
const SHORTEST = 3;
/** Of a word, by which its forms are one: weather, weathers. */
const STEM = 6;

function termsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(WORDS) ?? [];
  return new Set(words.filter((word) => word.length >= SHORTEST).map((word) => word.slice(0, STEM)));
}

function byName(a: Capability, b: Capability): number {
  return a.name < b.name ? -1 : 1;
}
