/**
 * Renders the text that an agent reads from a payload: a template with fields inserted. Nothing in it is
 * executed.
 */
import { FIELD, FIELD_RULE, type Payload, valueAt, wordsOf } from "./payload.ts";

const MOST_OF_FIELD = 8_000;
const MOST = 24_000;
const PLACE = /\{\{([^{}]*)\}\}/g;

/** Returns the template's error; undefined if it is valid. */
export function templateProblem(template: string): string | undefined {
  for (const [place, inner = ""] of template.matchAll(PLACE))
    if (!FIELD.test(inner.trim())) return `${place} names no field: ${FIELD_RULE}`;
  const rest = template.replaceAll(PLACE, "");
  return rest.includes("{{") || rest.includes("}}")
    ? "{{ and }} stand around the name of one field each"
    : undefined;
}

/** A missing field renders as nothing. An empty template renders the whole body, or the text of the mail. */
export function renderTemplate(template: string, payload: Payload): string {
  if (template.trim() === "") return cut(payload.mail ?? wordsOf(payload.body, 2), MOST);
  const text = template.replaceAll(PLACE, (_, field: string) => {
    const value = valueAt(payload, field.trim());
    return cut(wordsOf(value, 2), MOST_OF_FIELD);
  });
  return cut(text, MOST);
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}\n[cut: ${text.length - most} characters more]`;
}
