/** People in an agent's settings: stored by id, shown by name. */

export interface NamedPerson {
  id: string;
  name: string;
}

function idsIn(value: string): string[] {
  const ids = value.split("\n").map((line) => line.trim());
  return [...new Set(ids.filter((id) => id !== ""))];
}

/** The people in `value`, one per line; an unknown one is named by the id. */
export function chosenIn(value: string, people: readonly NamedPerson[]): NamedPerson[] {
  return idsIn(value).map((id) => people.find((one) => one.id === id) ?? { id, name: id });
}

/** The people who can still be chosen. */
export function others<P extends NamedPerson>(value: string, people: readonly P[]): P[] {
  const ids = idsIn(value);
  return people.filter(({ id }) => !ids.includes(id));
}

/** The id that the words mean: a person's, when exactly one has that name, else the words themselves. */
export function idFor(words: string, people: readonly NamedPerson[]): string {
  const wanted = words.trim();
  const named = people.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  return named.length === 1 ? (named[0]?.id ?? wanted) : wanted;
}
