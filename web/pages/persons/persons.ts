/** Persons of an agent's settings: kept by their ids, shown by their names. */

export interface Named {
  id: string;
  name: string;
}

function idsIn(value: string): string[] {
  const ids = value.split("\n").map((line) => line.trim());
  return [...new Set(ids.filter((id) => id !== ""))];
}

/** Those that `value` has, one a line; whose name is not known goes by the id. */
export function chosenIn(value: string, people: readonly Named[]): Named[] {
  return idsIn(value).map((id) => people.find((one) => one.id === id) ?? { id, name: id });
}

/** Who may still be chosen. */
export function others<P extends Named>(value: string, people: readonly P[]): P[] {
  const ids = idsIn(value);
  return people.filter(({ id }) => !ids.includes(id));
}

/** Whom the words mean: by name where one person alone has it, else by the id that they are. */
export function idFor(words: string, people: readonly Named[]): string {
  const wanted = words.trim();
  const named = people.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  return named.length === 1 ? (named[0]?.id ?? wanted) : wanted;
}
