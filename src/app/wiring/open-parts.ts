/** The parts of a Worker, opened for one house when something of them is first needed. */

import type { PartKey } from "../../platform/part-key.ts";
import type { House } from "../house.ts";
import type { OpenPart, Part } from "../part.ts";

export interface OpenParts {
  /** In the order of the list. */
  all(): readonly OpenPart[];
  verbs<Verbs>(key: PartKey<Verbs>): Verbs;
}

/** `house` is asked for when the first part is opened: parts need it, and it needs what they bring. */
export function openParts(parts: readonly Part[], house: () => House): OpenParts {
  let opened: Map<string, OpenPart> | undefined;
  const open = () => {
    opened ??= new Map(parts.map((part) => [part.name, part.open?.(house()) ?? {}]));
    return opened;
  };
  return {
    all: () => [...open().values()],
    verbs<Verbs>({ name }: PartKey<Verbs>) {
      const verbs = open().get(name)?.verbs;
      if (verbs === undefined)
        throw new Error(`The part "${name}" is not in this Worker's list, or has no verbs.`);
      return verbs as Verbs;
    },
  };
}
