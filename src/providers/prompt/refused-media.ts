/**
 * Remembers files and kinds of files that models refused and leaves them out, so that a conversation with such a file
 * goes on.
 */
import type { MediaBlock, ModelFailure, ModelRequest } from "../../agent/ports/model.ts";
import type { ModelEntry } from "../catalog/schema.ts";

export interface RefusedMedia {
  has(model: ModelEntry, block: MediaBlock): boolean;
  /**
   * Call it when the model answered without these blocks. If it is known to take their kind, only these very blocks
   * are remembered; otherwise the whole kind.
   */
  learn(model: ModelEntry, blocks: readonly MediaBlock[]): void;
}

const MOST_KNOWN = 500;
/** Characters from the end of a block's data, enough to tell it from another one. */
const MARK_CHARS = 200;

/** In memory: after a restart, one refused call teaches it again. */
export function createRefusedMedia(): RefusedMedia {
  const known = new Set<string>();
  return {
    has: (model, block) => known.has(kindOf(model, block)) || known.has(oneOf(model, block)),
    learn(model, blocks) {
      for (const block of blocks) {
        known.add(model.capabilities[block.type] === true ? oneOf(model, block) : kindOf(model, block));
      }
      for (const oldest of known) {
        if (known.size <= MOST_KNOWN) break;
        known.delete(oldest);
      }
    },
  };
}

function kindOf({ id }: ModelEntry, { type }: MediaBlock): string {
  return `${id} ${type}`;
}

function oneOf(model: ModelEntry, block: MediaBlock): string {
  return `${kindOf(model, block)} ${block.data.length} ${block.data.slice(-MARK_CHARS)}`;
}

const SPOKEN_OF: readonly [MediaBlock["type"], RegExp][] = [
  ["image", /image|picture|vision|multi-?modal|mmproj/i],
  ["audio", /audio|sound|speech|recording/i],
  ["file", /\bfiles?\b|document|pdf|input_file/i],
];

/**
 * Files that a refused request may have failed for: those of the kinds that the provider mentions, else all. Empty
 * when it failed for something else.
 */
export function suspectsIn({ kind, reason }: ModelFailure, request: ModelRequest): MediaBlock[] {
  if (kind !== "bad_request" && kind !== "server") return [];
  const media = mediaIn(request);
  const spoken = SPOKEN_OF.flatMap(([type, words]) => (words.test(reason) ? [type] : []));
  const named = media.filter(({ type }) => spoken.includes(type));
  return named.length > 0 || kind === "server" ? named : media;
}

function mediaIn({ messages }: ModelRequest): MediaBlock[] {
  return messages.flatMap((message) => {
    if (message.role === "tool") return message.content.flatMap(({ media = [] }) => media);
    return message.role === "user" ? message.content.filter((block) => block.type !== "text") : [];
  });
}
