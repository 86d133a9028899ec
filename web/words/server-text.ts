/** Texts that the server wrote, in the language of the app: errors, notices, reasons, names of what Nightjar ships with. */
import { forPeople, type Translate } from "../../src/domain/text/translated/for-people.ts";

let translate: Translate = (text) => text;

export function useTranslate(learnt: Translate): void {
  translate = learnt;
}

/** A text that is not known stays as it is. */
export function serverText(text: string): string {
  return translate(forPeople(text));
}

/** Role, description or name of what Nightjar ships with; people's own words stay as they are. */
export function shippedText(text: string): string {
  return translate(text);
}
