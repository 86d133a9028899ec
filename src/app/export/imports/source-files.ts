/** Texts of sources among the files of an import. */
import { textOfFile } from "../../../export/files/byte-source.ts";
import type { ImportWork } from "./work.ts";

/** Bytes of one text: more than a conversation keeps of a source. */
const MOST_OF_ONE = 8_000_000;

/** Undefined: the export does not hold it, or it is damaged or too large. */
export async function textOfSource(work: ImportWork, hash: string): Promise<string | undefined> {
  const file = (await work.sources()).get(hash);
  return file && textOfFile(file, MOST_OF_ONE);
}
