/** The Bot API's checks of a text, its entities and its buttons, each with Telegram's error text. */

export interface SentEntity {
  type: string;
  offset: number;
  length: number;
  url?: string;
  language?: string;
}

export interface SentKeyboard {
  inline_keyboard: { text: string; callback_data?: string }[][];
}

const MOST_TEXT = 4_096;
const MOST_ENTITIES = 100;
const TYPES = new Set([
  "bold",
  "italic",
  "strikethrough",
  "spoiler",
  "blockquote",
  "code",
  "pre",
  "text_link",
]);

/** Undefined when it would be shown as it is meant. */
export function textProblem(text: unknown, entities: readonly SentEntity[] = []): string | undefined {
  if (typeof text !== "string" || text.trim() === "") return "Bad Request: message text is empty";
  if (!text.isWellFormed()) return "Bad Request: strings must be encoded in UTF-8";
  if (text.length > MOST_TEXT) return "Bad Request: message is too long";
  if (entities.length > MOST_ENTITIES) return unreadable("there are more of them than are shown");
  const wrong = entities
    .map((entity) => entityProblem(text, entity))
    .find((problem) => problem !== undefined);
  return wrong ?? nestingProblem(entities);
}

function unreadable(what: string): string {
  return `Bad Request: can't parse entities: ${what}`;
}

function entityProblem(text: string, { type, offset, length, url }: SentEntity): string | undefined {
  if (!TYPES.has(type)) return unreadable(`unknown type ${type}`);
  if (!Number.isInteger(offset) || !Number.isInteger(length) || offset < 0 || length < 1)
    return unreadable("offset and length must be whole numbers");
  const end = offset + length;
  if (end > text.length || isInsideCharacter(text, offset) || isInsideCharacter(text, end))
    return "Bad Request: ENTITY_BOUNDS_INVALID";
  if (text.slice(offset, end).trim() === "") return unreadable(`${type} of nothing`);
  const hasAddress = url !== undefined && /^https?:\/\/[^/]+\.[^/]/.test(url) && URL.canParse(url);
  if (type === "text_link" && !hasAddress) return unreadable(`${url} is no address`);
  return undefined;
}

function isInsideCharacter(text: string, at: number): boolean {
  return /[\uD800-\uDBFF]/.test(text[at - 1] ?? "") && /[\uDC00-\uDFFF]/.test(text[at] ?? "");
}

/** The rules of the documentation: one lies wholly within the other, and code holds nothing and lies in a quote alone. */
function nestingProblem(entities: readonly SentEntity[]): string | undefined {
  for (const [index, outer] of entities.entries())
    for (const inner of entities.slice(index + 1)) {
      const problem = pairProblem(outer, inner);
      if (problem !== undefined) return unreadable(`${problem}: ${outer.type} and ${inner.type}`);
    }
  return undefined;
}

function pairProblem(outer: SentEntity, inner: SentEntity): string | undefined {
  if (inner.offset < outer.offset) return "they are not in order";
  if (inner.offset >= outer.offset + outer.length) return undefined;
  if (inner.offset + inner.length > outer.offset + outer.length) return "they overlap";
  if (outer.type === inner.type) return "one holds its like";
  const types = [outer.type, inner.type];
  const hasCode = types.includes("code") || types.includes("pre");
  return hasCode && !types.includes("blockquote") ? "code stands in another look" : undefined;
}

export function keyboardProblem(keyboard: SentKeyboard | undefined): string | undefined {
  for (const { text, callback_data = "" } of keyboard?.inline_keyboard.flat() ?? []) {
    if (text.trim() === "") return "Bad Request: inline keyboard button text must be non-empty";
    const bytes = Buffer.byteLength(callback_data);
    if (bytes < 1 || bytes > 64) return "Bad Request: BUTTON_DATA_INVALID";
  }
  return undefined;
}
