/** Messages of the app in the current language. They are written in English where they are used. */
import { isOne, numberText } from "./numbers.ts";

/** Translations by English message; those with a count have two forms: one, and more. */
export type Catalogue = Readonly<Record<string, string | readonly [one: string, more: string]>>;
type Value = string | number | null | undefined;
type Values = Readonly<Record<string, Value>>;
/** The names in braces of a message. */
type Places<Message extends string> = Message extends `${string}{${infer Place}}${infer Rest}`
  ? Place | Places<Rest>
  : never;
/** One value for each name; unknown for a message that is not written literally. */
type ValuesOf<Message extends string> = string extends Message
  ? [values?: Values]
  : [Places<Message>] extends [never]
    ? []
    : [values: Readonly<Record<Places<Message>, Value>>];

let catalogue: Catalogue = {};

export function useCatalogue(learnt: Catalogue): void {
  catalogue = learnt;
}

/** Replaces the names in braces by `values`. */
export function t<const Message extends string>(message: Message, ...[values]: ValuesOf<Message>): string {
  const said = catalogue[message];
  return filled(typeof said === "string" ? said : message, values);
}

/** Chooses one of two forms; `{n}` is the count. The catalogue has both under the second English one. */
export function plural(
  count: number,
  english: readonly [one: string, more: string],
  values?: Values,
): string {
  const said = catalogue[english[1]];
  const [one, more] = typeof said === "object" ? said : english;
  return filled(isOne(count) ? one : more, { n: numberText(count), ...values });
}

function filled(message: string, values?: Values): string {
  if (values === undefined) return message;
  return message.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
