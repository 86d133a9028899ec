/** The beginning and the end of a list, without what lies between. */
export function firstAndLast<T>(list: readonly T[], { first, last }: { first: number; last: number }): T[] {
  if (list.length <= first + last) return [...list];
  return [...list.slice(0, first), ...(last > 0 ? list.slice(-last) : [])];
}
