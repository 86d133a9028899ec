/** Lines of a text file that streams in: of any size, with a chunk of it in memory. */
import { encodingOf } from "../../domain/text/encodings/legacy-encoding.ts";
import { joinBytes } from "../../platform/bytes.ts";
import { encodingOfBeginning } from "./encoding.ts";

/** Bytes by which the encoding is found. */
const SAMPLE = 65_536;
/** Bytes that are decoded at a time: a storage may give a few thousand at once. */
const LEAST_CHUNK = 262_144;
/** A longer line is cut here. */
const LONGEST_LINE = 1_000_000;
const LF = 10;

/** Bytes of a file that are read at most. */
const MOST_BYTES = 300_000_000;

export interface LineBatch {
  lines: string[];
  /** Bytes read so far. */
  bytes: number;
  /** The file goes on behind what is read. */
  is_cut: boolean;
}

/** The bytes of the file are no text. */
export class NotText extends Error {
  override name = "NotText";
}

/**
 * Batches of lines, without their ends. Cancels the stream when the reader stops. Throws `NotText`, and
 * when the storage does.
 */
export async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<LineBatch> {
  let decoder: LineDecoder | undefined;
  let bytes = 0;
  for await (const chunk of chunksOf(body)) {
    decoder ??= decoderOf(chunk);
    bytes += chunk.length;
    const is_cut = bytes >= MOST_BYTES;
    yield { lines: decoder.take(chunk), bytes, is_cut };
    if (is_cut) return;
  }
  if (decoder) yield { lines: decoder.end(), bytes, is_cut: false };
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    pieces.push(piece);
    size += piece.length;
    if (size < LEAST_CHUNK) continue;
    yield joinBytes(pieces);
    pieces = [];
    size = 0;
  }
  if (size > 0) yield joinBytes(pieces);
}

function decoderOf(first: Uint8Array): LineDecoder {
  const encoding = encodingOfBeginning(first.subarray(0, SAMPLE));
  if (encoding === undefined) throw new NotText("The file is no text: its rows can't be read.");
  return /^utf-16/.test(encoding) ? new WideLines(encoding) : new ByteLines(encoding);
}

interface LineDecoder {
  take(chunk: Uint8Array): string[];
  end(): string[];
}

/** An encoding whose line ends are a byte: whole lines are decoded, so that one that is not UTF-8 can be told. */
class ByteLines implements LineDecoder {
  private encoding: string;
  private open: Uint8Array = new Uint8Array();

  constructor(encoding: string) {
    this.encoding = encoding;
  }

  take(chunk: Uint8Array): string[] {
    const all = this.open.length > 0 ? joinBytes([this.open, chunk]) : chunk;
    const found = all.lastIndexOf(LF) + 1;
    const end = found === 0 && all.length > LONGEST_LINE ? all.length : found;
    this.open = all.slice(end);
    return end === 0 ? [] : split(this.decode(all.subarray(0, end)));
  }

  end(): string[] {
    return this.open.length > 0 ? split(this.decode(this.open)) : [];
  }

  private decode(bytes: Uint8Array): string {
    if (this.encoding === "utf-8") {
      try {
        return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
      } catch {
        this.encoding = encodingOf(bytes.subarray(0, SAMPLE));
      }
    }
    return new TextDecoder(this.encoding).decode(bytes);
  }
}

class WideLines implements LineDecoder {
  private readonly decoder: InstanceType<typeof TextDecoder>;
  private open = "";

  constructor(encoding: string) {
    this.decoder = new TextDecoder(encoding);
  }

  take(chunk: Uint8Array): string[] {
    const all = this.open + this.decoder.decode(chunk, { stream: true });
    const found = all.lastIndexOf("\n") + 1;
    const end = found === 0 && all.length > LONGEST_LINE ? all.length : found;
    this.open = all.slice(end);
    return end === 0 ? [] : split(all.slice(0, end));
  }

  end(): string[] {
    const rest = this.open + this.decoder.decode();
    return rest === "" ? [] : split(rest);
  }
}

/** The end of the last line is none of its own. */
function split(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
