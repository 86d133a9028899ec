/** Formatted text as Telegram takes it: plain text, and the spans of it that are bold, code or a link. */

export type Style = "bold" | "italic" | "strikethrough" | "spoiler" | "blockquote" | "code";

type Look = { type: Style } | { type: "pre"; language?: string } | { type: "text_link"; url: string };

/** `offset` and `length` in UTF-16 units. */
type Entity = Look & { offset: number; length: number };

export interface FormattedText {
  text: string;
  entities: Entity[];
}

/** Telegram shows no more entities in one message: the least important are dropped first. */
const MOST_ENTITIES = 100;
const WORTH: Readonly<Record<Entity["type"], number>> = {
  text_link: 5,
  spoiler: 5,
  pre: 4,
  code: 3,
  blockquote: 2,
  strikethrough: 2,
  bold: 1,
  italic: 0,
};

/** Writes text and its formatting from start to end. */
export class Writer {
  text = "";
  private readonly entities: Entity[] = [];
  private open: { look: Look; start: number }[] = [];

  write(text: string): void {
    this.text += text;
  }

  /** Starts a new line after `empty` blank ones; does nothing at the very start. */
  newLine(empty = 0): void {
    this.trimEnd();
    if (this.text !== "") this.text += "\n".repeat(empty + 1);
  }

  private trimEnd(): void {
    const { length } = this.text;
    this.text = this.text.trimEnd();
    const end = this.text.length;
    if (end === length) return;
    for (const entity of this.entities) entity.length = Math.min(entity.length, end - entity.offset);
    for (const span of this.open) span.start = Math.min(span.start, end);
  }

  has(type: Look["type"]): boolean {
    return this.open.some(({ look }) => look.type === type);
  }

  /** Formats all that `write` writes. Nesting a look in itself has no effect. */
  within(look: Look, write: () => void): void {
    const span = { look, start: this.text.length };
    const isNew = !this.has(look.type);
    if (isNew) this.open.push(span);
    write();
    this.open = this.open.filter((other) => other !== span);
    if (isNew) this.mark(look, span.start);
  }

  /** Code can only be nested in a quote: other open looks are closed before it and reopened after it. */
  code(look: Look, text: string): void {
    const enclosing = this.open.filter((span) => span.look.type !== "blockquote");
    for (const { look: outer, start } of enclosing) this.mark(outer, start);
    const start = this.text.length;
    this.text += text;
    this.entities.push({ ...look, offset: start, length: text.length });
    for (const span of enclosing) span.start = this.text.length;
  }

  result(): FormattedText {
    this.trimEnd();
    return { text: this.text, entities: ordered(shown(this.entities)) };
  }

  /** Leaves out leading and trailing spaces. */
  private mark(look: Look, start: number): void {
    const words = this.text.slice(start);
    const length = words.trim().length;
    const offset = start + words.length - words.trimStart().length;
    if (length > 0) this.entities.push({ ...look, offset, length });
  }
}

/** The non-empty entities, at most as many as Telegram shows. */
function shown(entities: readonly Entity[]): Entity[] {
  const inside = entities.filter(({ length }) => length > 0);
  if (inside.length <= MOST_ENTITIES) return inside;
  return inside.toSorted((a, b) => WORTH[b.type] - WORTH[a.type]).slice(0, MOST_ENTITIES);
}

/** Outer entities before the ones they contain. */
function ordered(entities: readonly Entity[]): Entity[] {
  return entities.toSorted((a, b) => a.offset - b.offset || b.length - a.length);
}
