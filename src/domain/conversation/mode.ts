/**
 * A mode says how much work a turn may put into its answer. A conversation or a message names one: it is checked,
 * stored and told to clients (`turn_start`), and a message that names one has a turn of its own. With `normal` alone
 * nothing else depends on it, so a running turn carries none; a further mode takes effect where its agent is cast,
 * which reads the turn's row.
 */
export const DEFAULT_MODE = "normal";

const MODES: readonly string[] = [DEFAULT_MODE];

export function isMode(name: string): boolean {
  return MODES.includes(name);
}

/** The reason given for an unknown mode. */
export function noSuchMode(name: string): string {
  return `There is no mode "${name.slice(0, 60)}". There is: ${MODES.join(", ")}.`;
}
