/** Documents of messages as text, for models that do not read them themselves; the last few are kept. */
import type { FileBlock } from "../../agent/ports/model.ts";
import { fileText } from "./file-text.ts";

/** Of one document, before a model. */
const MAX_CHARS = 200_000;
const MOST_KEPT = 20;
const KEY_CHARS = 200;

type ReadDocument = (file: FileBlock) => Promise<string | undefined>;

/** Never rejects; undefined where there are no words to be had. */
export function createReadDocument(): ReadDocument {
  // Texts and not promises: what one request of a Worker began, another one must not wait for.
  const kept = new Map<string, { text: string | undefined }>();
  return async (file) => {
    const key = `${file.media_type} ${file.data.length} ${file.data.slice(-KEY_CHARS)}`;
    const known = kept.get(key);
    if (known) return known.text;
    const text = shortened(await textOfBlock(file));
    kept.set(key, { text });
    for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest);
    return text;
  };
}

async function textOfBlock({ data, media_type }: FileBlock): Promise<string | undefined> {
  try {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    return await fileText({ bytes, media_type });
  } catch {
    // What cannot be opened is left out, and the model is told so.
    return undefined;
  }
}

function shortened(text: string | undefined): string | undefined {
  if (text === undefined || text.length <= MAX_CHARS) return text;
  return `${text.slice(0, MAX_CHARS)}\n[the first ${MAX_CHARS} of ${text.length} characters; the rest is left out]`;
}
