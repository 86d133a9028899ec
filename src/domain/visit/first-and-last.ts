/** The beginning and the end of a list, without the middle. */
export function firstAndLast<T>(list: readonly T[], { first, last }: { first: number; last: number }): T[] {
  if (list.length <= first + last) return [...list];
  return [...list.slice(0, first), ...(last > 0 ? list.slice(-last) : [])];
}

/**
 * Beginning and end of a list that grows and is read repeatedly: the middle drops out in blocks and not one
 * by one, so that an earlier result stays a prefix of the next one (for prompt caching). The end never has
 * fewer than `last`.
 */
export function firstAndNewest<T>(list: readonly T[], { first, last }: { first: number; last: number }): T[] {
  const between = list.length - first - last;
  if (between < last || last === 0) return [...list];
  return [...list.slice(0, first), ...list.slice(first + between - (between % last))];
}
