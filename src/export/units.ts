/** Reads one source of an import piece by piece: each unit is parsed by itself, when it is asked for. */

import type { FileGroup } from "./files/groups.ts";
import type { Finding } from "./item.ts";

/** Piece of a source. Its findings are the same each time that it is read. */
export interface Unit {
  /** Bytes that it is parsed from. */
  size: number;
  findings(): Promise<Finding[]> | Finding[];
}

/** Reader of one kind of source. */
export interface SourceReader {
  fits(paths: ReadonlySet<string>): boolean;
  units(group: FileGroup): AsyncIterable<Unit>;
}

/** A unit that is known already. */
export function unitOf(...findings: readonly Finding[]): Unit {
  return { size: 0, findings: () => [...findings] };
}
