/** Long texts for providers that take short ones: piece after piece, as one sound. */
import type { SpokenSound, Utterance } from "../provider.ts";

type Say = (text: string, as: Utterance["as"]) => Promise<SpokenSound>;

/**
 * The utterance as one sound; each piece is asked for when the one before it has been read. Several pieces are MP3 in any case, as
 * MP3 can be joined.
 */
export async function inPieces({ text, as }: Utterance, most: number, say: Say): Promise<SpokenSound> {
  const [first = text, ...rest] = piecesOf(text, most);
  if (rest.length === 0) return say(first, as);
  const begun = await say(first, "recording");
  return { media_type: begun.media_type, stream: joined(begun, rest, say) };
}

function joined(begun: SpokenSound, rest: string[], say: Say): ReadableStream<Uint8Array> {
  let reader = begun.stream.getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      for (;;) {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        const next = rest.shift();
        if (next === undefined) return controller.close();
        reader = (await say(next, "recording")).stream.getReader();
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** Pieces of at most so many characters, cut behind a sentence where one ends, else between words. */
export function piecesOf(text: string, most: number): string[] {
  const pieces: string[] = [];
  let left = text.trim();
  while (left.length > most) {
    const head = left.slice(0, most);
    const cut = lastIndexOf(head, /[.!?…。！？]["'”’)]*\s/g) ?? lastIndexOf(head, /\s/g) ?? most;
    pieces.push(left.slice(0, cut).trim());
    left = left.slice(cut).trim();
  }
  return left === "" ? pieces : [...pieces, left];
}

/** End of the last match; undefined without one. */
function lastIndexOf(text: string, pattern: RegExp): number | undefined {
  const last = [...text.matchAll(pattern)].at(-1);
  return last && last.index + last[0].length;
}
