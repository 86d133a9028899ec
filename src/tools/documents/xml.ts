/** XML of office documents, read as it comes. */
import { Parser } from "htmlparser2";

export interface XmlHandler {
  /** Names are without their prefix. */
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
  /** Enough was read. */
  isDone?(): boolean;
}

const MOST_DEPTH = 500;

/** Prefixes are left out: documents bind the same ones by custom. Stops at nesting that no document has. */
export async function readXml(
  pieces: AsyncIterable<string> | Iterable<string>,
  handler: XmlHandler,
): Promise<void> {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        handler.open?.(plain(name), attributes);
      },
      ontext: (text) => handler.text?.(text),
      onclosetag(name) {
        depth -= 1;
        handler.close?.(plain(name));
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  for await (const piece of pieces) {
    parser.write(piece);
    if (handler.isDone?.() || depth > MOST_DEPTH) return;
  }
  parser.end();
}

function plain(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** An attribute by its name without its prefix. */
export function attribute(attributes: Readonly<Record<string, string>>, name: string): string | undefined {
  for (const [key, value] of Object.entries(attributes)) if (plain(key) === name) return value;
  return undefined;
}

/** Targets of a part's relations, by their ids. */
export async function relationsIn(text: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  await readXml([text], {
    open(name, attributes) {
      const { Id, Target } = attributes;
      if (name === "Relationship" && Id !== undefined && Target !== undefined) found.set(Id, Target);
    },
  });
  return found;
}
