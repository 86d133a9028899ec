/** The beginning and the end of a list, without what lies between. */
export function firstAndLast<T>(list: readonly T[], { first, last }: { first: number; last: number }): T[] {
  if (list.length <= first + last) return [...list];
  return [...list.slice(0, first), ...(last > 0 ? list.slice(-last) : [])];
}

/**
 * The same for a list that grows and is read again and again: what lies between goes out of sight in blocks and not one by
 * one, so that what was read before stays a prefix of what is read next. There are never fewer than `last`.
 */
export function firstAndNewest<T>(list: readonly T[], { first, last }: { first: number; last: number }): T[] {
  const between = list.length - first - last;
  if (between < last || last === 0) return [...list];
  return [...list.slice(0, first), ...list.slice(first + between - (between % last))];
}
