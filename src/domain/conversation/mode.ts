/** How a turn is worked on, beyond who answers. Named by a conversation or by a message. */
export const MODES: readonly string[] = ["normal"];

export function isMode(name: string): boolean {
  return MODES.includes(name);
}

/** The reason given for a name that is none. */
export function noSuchMode(name: string): string {
  return `There is no mode "${name.slice(0, 60)}". There is: ${MODES.join(", ")}.`;
}
