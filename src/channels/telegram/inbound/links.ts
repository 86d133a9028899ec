/** Addresses that stand behind words: the reader sees the words alone, and the agent would never see where they lead. */
import type { IncomingEntity } from "./update.ts";

interface Linked {
  text: string;
  entities: IncomingEntity[];
}

/** The text with each address behind its words, and its entities moved accordingly. Offsets are in UTF-16 units. */
export function withAddresses(text: string, entities: readonly IncomingEntity[]): Linked {
  const links = entities
    .filter(({ type, url }) => type === "text_link" && url !== undefined)
    .toSorted((a, b) => a.offset - b.offset);
  let shown = text;
  let moved = [...entities];
  for (const link of links.toReversed()) {
    const end = link.offset + link.length;
    const words = text.slice(link.offset, end);
    if (words === link.url || end > text.length) continue;
    const added = ` (${link.url})`;
    shown = `${shown.slice(0, end)}${added}${shown.slice(end)}`;
    moved = moved.map((entity) =>
      entity.offset >= end ? { ...entity, offset: entity.offset + added.length } : entity,
    );
  }
  return { text: shown, entities: moved };
}

interface Worded {
  text?: string | undefined;
  caption?: string | undefined;
  entities?: IncomingEntity[] | undefined;
  caption_entities?: IncomingEntity[] | undefined;
}

/** The content with the addresses of its text and its caption. */
export function withLinks<Content extends Worded>(content: Content): Content {
  const { text, caption, entities, caption_entities } = content;
  const said = text !== undefined && entities ? withAddresses(text, entities) : undefined;
  const below =
    caption !== undefined && caption_entities ? withAddresses(caption, caption_entities) : undefined;
  return {
    ...content,
    ...(said && { text: said.text, entities: said.entities }),
    ...(below && { caption: below.text, caption_entities: below.entities }),
  };
}
