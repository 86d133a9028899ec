/** Streaming reader for the XML of office documents. */
import { Parser } from "htmlparser2";

interface XmlHandler {
  /** Called for an opening tag. Names come without their prefix. */
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
  /** True stops the reading. */
  isDone?(): boolean;
}

const MOST_DEPTH = 500;

/**
 * Reads XML. Prefixes are dropped: documents bind the same ones by convention. Stops at a nesting deeper than any real
 * document's.
 */
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

/** Returns an attribute by its name without prefix. */
export function attribute(attributes: Readonly<Record<string, string>>, name: string): string | undefined {
  for (const [key, value] of Object.entries(attributes)) if (plain(key) === name) return value;
  return undefined;
}

const MOST_OF_RELATIONS = 3_000_000;

/** Targets of a part's relationships, by id, as its own file beside it tells them. */
export async function relationsOfPart(file: TextFiles, path: string): Promise<Map<string, string>> {
  const at = path.lastIndexOf("/");
  const rels = `${path.slice(0, at)}/_rels/${path.slice(at + 1)}.rels`;
  return relationsIn(await file.text(rels, MOST_OF_RELATIONS));
}

interface TextFiles {
  text(path: string, most_bytes: number): Promise<string>;
}

/** Targets of a part's relationships, by id. */
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
