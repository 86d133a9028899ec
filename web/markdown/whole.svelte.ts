/** Whether long texts are drawn whole at once: going to a message and printing need all of it in its place. */

let isWanted = $state(false);

export const isWholeWanted = () => isWanted;

/** Texts that were drawn whole stay so. */
export function wantWhole(wanted: boolean): void {
  isWanted = wanted;
}
