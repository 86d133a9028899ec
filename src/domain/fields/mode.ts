/**
 * A mode narrows what an agent may do by itself in a conversation. A conversation or a message names one, and a message
 * that names one has a turn of its own. A mode never widens what the agent's rules and the person's permissions allow.
 */
import { msg } from "./field.ts";
export const DEFAULT_MODE = "normal";

/** Modes, from lenient to strict. */
export const MODES = [DEFAULT_MODE, "ask", "read_only"] as const;

export type Mode = (typeof MODES)[number];

/** Words for people, the same everywhere. */
export const MODE_WORDS: Record<Mode, { label: string; note: string }> = {
  normal: {
    label: msg("Acts within permissions"),
    note: msg("Acts alone where its rules and your permissions allow, and asks otherwise."),
  },
  ask: {
    label: msg("Asks before changes"),
    note: msg("Waits for your OK before every change, whatever you allowed before."),
  },
  read_only: {
    label: msg("Reads only"),
    note: msg("Looks things up and answers, but changes nothing."),
  },
};

export function isMode(name: string): name is Mode {
  return MODES.some((mode) => mode === name);
}

/** The strictest of those named; names of another version count for nothing. */
export function strictestMode(...names: readonly (string | null | undefined)[]): Mode {
  return MODES.findLast((mode) => names.includes(mode)) ?? DEFAULT_MODE;
}

/** The reason given for an unknown mode. */
export function noSuchMode(name: string): string {
  return `There is no mode "${name.slice(0, 60)}". There is: ${MODES.join(", ")}.`;
}
