/** A change names some fields of a thing: a field without a value is left as it is. */

type Required<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] };
type Optional<T> = { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> };

/** Without the fields that have no value; null is one. */
export function definedOf<T extends object>(fields: T): Required<T> & Optional<T> {
  const defined = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(defined) as Required<T> & Optional<T>;
}
