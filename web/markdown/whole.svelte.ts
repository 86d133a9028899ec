/** Whether long texts are drawn whole at once: who goes to a message, or prints, wants all of it in its place. */

let isWanted = $state(false);

export const isWholeWanted = () => isWanted;

/** What was drawn whole stays so. */
export function wantWhole(wanted: boolean): void {
  isWanted = wanted;
}
