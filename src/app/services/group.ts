/** Groups of services by name: a part is given whole groups, and its code can reach nothing else. */

/** Names of services, with their type. */
export interface Group<Services> {
  readonly names: readonly string[];
  /** Never set: it carries the type. */
  readonly services?: Services;
}

type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** All services of several groups. */
export type ServicesOf<Groups extends readonly Group<object>[]> = Together<
  NonNullable<Groups[number]["services"]>
>;

/** Every service of the type must be named. */
export function group<Services extends object>() {
  return <const Names extends readonly (keyof Services & string)[]>(
    ...names: [keyof Services] extends [Names[number]] ? Names : never
  ): Group<Services> => ({ names });
}
