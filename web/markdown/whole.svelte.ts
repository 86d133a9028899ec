/** Whether long texts are drawn whole at once: who goes to a message, or prints, wants all of it in its place. */

let wanted = $state(false);

export const isWholeWanted = () => wanted;

/** From now on, for as long as the page lives. */
export function drawWhole(): void {
  wanted = true;
}
