/** The parts of a Worker, each opened for one house when something of it is first needed. */

import type { PartKey } from "../../platform/part-key.ts";
import type { House } from "../house.ts";
import type { OpenPart, Part } from "../part.ts";
import { pick } from "../services/sealed.ts";

export interface OpenParts {
  /** Parts in the order of the list. */
  all(): readonly OpenPart[];
  verbs<Verbs>(key: PartKey<Verbs>): Verbs;
}

/** A part gets the services that it has named, and no others. */
function opened(part: Part, house: House): OpenPart {
  return part.open?.(pick(house, part.needs ?? []) as never) ?? {};
}

/** `house` is called when the first part is opened: parts need the house, and the house needs what they add. */
export function openParts(parts: readonly Part[], house: () => House): OpenParts {
  let all: Map<string, OpenPart> | undefined;
  const open = () => {
    all ??= new Map(parts.map((part) => [part.name, opened(part, house())]));
    return all;
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
