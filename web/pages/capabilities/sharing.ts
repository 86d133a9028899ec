/** Where a capability may be shared, and where it is. */
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

/** Those that one may change, and those that it is shared with already: they can be taken back. By name. */
export function sharePlaces(own: readonly Named[], shared: readonly string[]): SharePlace[] {
  const others = shared.filter((slug) => !own.some((place) => place.slug === slug));
  const places = [...own, ...others.map((slug) => ({ slug, name: slug }))];
  return places
    .map(({ slug, name }) => ({ slug, name, isShared: shared.includes(slug) }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** With that one more, or without it. */
export function toggled(shared: SharedWith, kind: keyof SharedWith, slug: string): SharedWith {
  const before = shared[kind];
  const after = before.includes(slug) ? before.filter((each) => each !== slug) : [...before, slug];
  return { ...shared, [kind]: after };
}
