/** The mode of the conversation that is open, as it was chosen or read here. */
import type { Mode } from "../../../src/domain/fields/mode.ts";

let kept = $state.raw<{ id: string; mode: Mode } | null>(null);

export const knownMode = {
  /** Undefined: the list of conversations tells it, or nobody has read it. */
  of(id: string): Mode | undefined {
    return kept?.id === id ? kept.mode : undefined;
  },
  set(id: string, mode: Mode | undefined): void {
    kept = mode === undefined ? null : { id, mode };
  },
};
