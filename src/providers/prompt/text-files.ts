/** Text files are sent to the model as text, whatever it can take. */

import type { FileBlock, TextBlock } from "../../agent/ports/model.ts";
import { decodeText } from "../../domain/text/decode-text.ts";
import { markOf, markUntrusted } from "../../domain/text/foreign-text.ts";
import { oneLine } from "../../domain/text/hidden-text.ts";

/** Characters of the content that a mark is made from: the file comes without an id. */
const MARK_CHARS = 4_096;

const TEXT =
  /^(?:text\/|application\/(?:json|xml|yaml|x-yaml|toml|javascript|typescript|sql|x-sh)\b)|\+(?:json|xml)$/;

/** Text whose words stand between marks, which the reader of documents takes away. */
const MARKED =
  /^(?:text\/(?:html|csv|tab-separated-values)|application\/xhtml\+xml|application\/x-ipynb\+json)$/;

export function isReadableText(media_type: string): boolean {
  return TEXT.test(media_type) && !MARKED.test(media_type);
}

export function textOfFile(file: FileBlock): TextBlock {
  return quotedFile(file, decoded(file.data));
}

/** A file's text, quoted as somebody else's words. */
export function quotedFile({ name, data }: FileBlock, says: string): TextBlock {
  const mark = markOf(`${data.length}${data.slice(-MARK_CHARS)}`);
  const text = markUntrusted(says, { mark, source: "file" });
  return { type: "text", text: `File ${JSON.stringify(oneLine(name))}:\n${text}` };
}

function decoded(base64: string): string {
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return decodeText(bytes) ?? "[the file contains no text, whatever its type says]";
  } catch {
    // Not base64: our own storage is at fault, and the turn goes on without the file.
    return "[the file could not be read]";
  }
}
