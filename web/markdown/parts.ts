/** Groups a text's blocks into parts: a change at its end affects only the last part. */
import type { Block } from "./blocks.ts";

const BLOCKS = 16;

/** A part with the same blocks as in `before` is the same array. */
export function inParts(
  blocks: readonly Block[],
  before: readonly (readonly Block[])[],
): readonly (readonly Block[])[] {
  const count = Math.ceil(blocks.length / BLOCKS);
  return Array.from({ length: count }, (_, index) => {
    const part = blocks.slice(index * BLOCKS, (index + 1) * BLOCKS);
    const known = before[index];
    return known !== undefined && isSame(known, part) ? known : part;
  });
}

function isSame(one: readonly Block[], other: readonly Block[]): boolean {
  return one.length === other.length && one.every((block, index) => block === other[index]);
}
