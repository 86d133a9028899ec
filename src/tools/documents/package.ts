/**
 * Reader of a few files of a zip archive, such as an office document. The archive is untrusted: unpacked bytes are
 * counted as they come, whatever it declares.
 */
import { joinBytes } from "../../platform/bytes.ts";

interface Entry {
  isLocked: boolean;
  method: number;
  /** Compressed size in bytes. */
  size: number;
  /** Offset of its local header. */
  at: number;
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const MOST_ENTRIES = 20_000;
const STORED = 0;
const DEFLATED = 8;
/** Compressed bytes that are fed to the decompressor at a time. */
const PIECE = 16_384;

export class Package {
  private readonly source: Uint8Array;
  private readonly entries: ReadonlyMap<string, Entry>;
  /** A file that was unpacked broke off. */
  isDamaged = false;

  private constructor(bytes: Uint8Array, entries: ReadonlyMap<string, Entry>) {
    this.source = bytes;
    this.entries = entries;
  }

  /** Undefined when the bytes are not a zip archive. */
  static open(bytes: Uint8Array): Package | undefined {
    const entries = entriesOf(bytes);
    return entries && new Package(bytes, entries);
  }

  has(path: string): boolean {
    return this.entries.has(path);
  }

  /** True for a file that has a password. */
  isLocked(path: string): boolean {
    return this.entries.get(path)?.isLocked ?? false;
  }

  paths(): string[] {
    return [...this.entries.keys()];
  }

  /** Returns a whole file; undefined when it has more than `most` bytes, empty when there is none. */
  async bytes(path: string, most: number): Promise<Uint8Array | undefined> {
    const entry = this.entries.get(path);
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const piece of entry ? this.unpacked(entry) : []) {
      size += piece.length;
      if (size > most) return undefined;
      pieces.push(piece);
    }
    return joinBytes(pieces);
  }

  /** Yields the text of a file as it is unpacked, at most `most_bytes` of it. Empty when there is none. */
  async *pieces(path: string, most_bytes: number): AsyncGenerator<string, void> {
    const entry = this.entries.get(path);
    if (!entry) return;
    const decoder = new TextDecoder();
    let room = most_bytes;
    for await (const piece of this.unpacked(entry)) {
      const taken = piece.subarray(0, room);
      room -= taken.length;
      yield decoder.decode(taken, { stream: true });
      if (room <= 0) return;
    }
    yield decoder.decode();
  }

  async text(path: string, most_bytes: number): Promise<string> {
    let text = "";
    for await (const piece of this.pieces(path, most_bytes)) text += piece;
    return text;
  }

  /** Yields what can be unpacked of a file. */
  private async *unpacked(entry: Entry): AsyncGenerator<Uint8Array, void> {
    if (entry.at + entry.size > this.source.length) this.isDamaged = true;
    try {
      yield* unpacked(this.packed(entry), entry.method);
    } catch {
      // The text up to the fault is returned.
      this.isDamaged = true;
    }
  }

  /** Compressed bytes of a file. They follow its local header, whose name and extra field have lengths of their own. */
  private packed({ at, size }: Entry): Uint8Array {
    const view = viewOf(this.source);
    if (at + 30 > this.source.length) return new Uint8Array();
    const from = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
    return this.source.subarray(from, from + size);
  }
}

/** Throws where the packed bytes are broken. */
async function* unpacked(packed: Uint8Array, method: number): AsyncGenerator<Uint8Array, void> {
  if (method === STORED) return yield packed;
  if (method !== DEFLATED) return;
  const stream = piecesOf(packed).pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = (stream as ReadableStream<Uint8Array>).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Feeds small pieces, so that a decompression bomb is noticed early. */
function piecesOf(packed: Uint8Array): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= packed.length) return controller.close();
      controller.enqueue(packed.slice(at, at + PIECE));
      at += PIECE;
    },
  });
}

function entriesOf(bytes: Uint8Array): Map<string, Entry> | undefined {
  const view = viewOf(bytes);
  const end = endOf(bytes, view);
  if (end === undefined) return undefined;
  const entries = new Map<string, Entry>();
  const count = Math.min(view.getUint16(end + 10, true), MOST_ENTRIES);
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== CENTRAL) break;
    const named = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + named));
    entries.set(name, {
      isLocked: (view.getUint16(at + 8, true) & 1) !== 0,
      method: view.getUint16(at + 10, true),
      size: view.getUint32(at + 20, true),
      at: view.getUint32(at + 42, true),
    });
    at += 46 + named + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** Searches for the end record backwards: a comment may follow it. */
function endOf(bytes: Uint8Array, view: DataView): number | undefined {
  const first = Math.max(0, bytes.length - END_BYTES - LONGEST_COMMENT);
  for (let at = bytes.length - END_BYTES; at >= first; at--) if (view.getUint32(at, true) === END) return at;
  return undefined;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
