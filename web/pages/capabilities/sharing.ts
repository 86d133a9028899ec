/** The places where a capability may be shared, and those where it is. */
import type { SharedWith } from "../../api/agents/capabilities.ts";

export interface SharePlace {
  slug: string;
  name: string;
  isShared: boolean;
}

interface Named {
  slug: string;
  name: string;
}

/**
 * Places that the person may change, and those that it is already shared with, so that they can be removed. Sorted by
 * name.
 */
export function sharePlaces(own: readonly Named[], shared: readonly string[]): SharePlace[] {
  const others = shared.filter((slug) => !own.some((place) => place.slug === slug));
  const places = [...own, ...others.map((slug) => ({ slug, name: slug }))];
  return places
    .map(({ slug, name }) => ({ slug, name, isShared: shared.includes(slug) }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** The list with that slug added or removed. */
export function toggleShare(shared: SharedWith, kind: keyof SharedWith, slug: string): SharedWith {
  const before = shared[kind];
  const after = before.includes(slug) ? before.filter((each) => each !== slug) : [...before, slug];
  return { ...shared, [kind]: after };
}
