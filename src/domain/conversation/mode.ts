/** Modes of working on a turn, beyond the choice of agent. A conversation or a message names one. */
export const MODES: readonly string[] = ["normal"];

export function isMode(name: string): boolean {
  return MODES.includes(name);
}

/** The reason given for an unknown mode. */
export function noSuchMode(name: string): string {
  return `There is no mode "${name.slice(0, 60)}". There is: ${MODES.join(", ")}.`;
}
