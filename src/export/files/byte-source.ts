/** Port: bytes of one uploaded file, read by ranges. Nothing reads the whole of a large one at once. */
import { joinBytes } from "../../platform/bytes.ts";

export interface ByteSource {
  /** Bytes. */
  size: number;
  /** Streams a range in pieces of bounded size; `to` is exclusive. Throws if some of it is missing. */
  stream(from: number, to: number): AsyncIterable<Uint8Array>;
}

/** A file that somebody sent, or one within an archive. */
export interface ImportFile {
  /** Path, with slashes between folders. */
  path: string;
  /** Unpacked size as the archive declares it: a hint. */
  size: number;
  /** Throws where an archive is damaged. */
  bytes(): AsyncIterable<Uint8Array>;
}

/** The whole range; the caller bounds it. */
export async function readRange(source: ByteSource, from: number, to: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source.stream(from, to)) pieces.push(piece);
  return joinBytes(pieces);
}

/** The whole file; undefined when it has more than `most` bytes. */
export async function wholeFile(file: ImportFile, most: number): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of file.bytes()) {
    size += piece.length;
    if (size > most) return undefined;
    pieces.push(piece);
  }
  return joinBytes(pieces);
}

/** Text of a file; undefined when it is too long or damaged. */
export async function textOfFile(file: ImportFile, most: number): Promise<string | undefined> {
  const bytes = await wholeFile(file, most).catch(() => undefined);
  return bytes && new TextDecoder().decode(bytes);
}

/** Part of a source as a source of its own. */
export function rangeOf(source: ByteSource, offset: number, size: number): ByteSource {
  return { size, stream: (from, to) => source.stream(offset + from, offset + Math.min(to, size)) };
}
