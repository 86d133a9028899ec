/** The numbers of a cron field, for the expressions that plain words can describe. */

/** Parses numbers, lists and ranges up to `most`; undefined for anything else. */
export function numbersOf(field: string, most: number): number[] | undefined {
  const parts = field.split(",").map((part) => rangeOf(part, most));
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

function rangeOf(part: string, most: number): number[] | undefined {
  const [, first, last = first] = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(part) ?? [];
  const [from, to] = [Number(first), Number(last)];
  if (first === undefined || to > most || from > to) return undefined;
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
