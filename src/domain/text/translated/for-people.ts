/** Texts of the server as people read them in the app. */

/** Returns the text in another language; sentences that are not known stay as they are. */
export type Translate = (text: string) => string;

/**
 * A text as somebody reads it in the app: without the name of the field that a program sent, and without the sentence that
 * names an address of the API.
 */
export function forPeople(text: string): string {
  const plain = text.replace(FIELD, "").replace(OF_THE_API, (_api, colon?: string) => (colon ? "." : ""));
  return plain === text ? text : plain.charAt(0).toUpperCase() + plain.slice(1);
}

const FIELD = /^(?:[a-z]\w*[.\w]*: )+(?=\S)/;
const OF_THE_API = /(:)? ?\(?(?:GET|POST|PUT|PATCH|DELETE)(?: \/api\/v1\/\S*)? ?[^.:]*[.)]$/;
