/** Helpers for partial updates: a field without a value is left unchanged. */

type Required<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] };
type Optional<T> = { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> };

/** The object without its undefined fields; null is kept. */
export function definedOf<T extends object>(fields: T): Required<T> & Optional<T> {
  const defined = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(defined) as Required<T> & Optional<T>;
}
