/**
 * Reader of zip archives of any size, also of those above 4 GB: the list of files is read at once, each file by its range. The
 * archive is untrusted, so what it declares is checked against what is there.
 */
import { type ByteSource, type ImportFile, readRange } from "./byte-source.ts";

interface Entry {
  path: string;
  method: number;
  packed: number;
  size: number;
  /** Offset of its local header. */
  at: number;
}

const END = 0x06054b50;
const LOCATOR = 0x07064b50;
const END_64 = 0x06064b50;
const CENTRAL = 0x02014b50;
const END_BYTES = 22;
const LOCATOR_BYTES = 20;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const LONGEST_COMMENT = 65_535;
const MOST_DIRECTORY_BYTES = 20_000_000;
const MOST_ENTRIES = 100_000;
const FULL_32 = 0xffffffff;
const EXTRA_64 = 1;
const STORED = 0;
const DEFLATED = 8;
/** Compressed bytes that are unpacked at a time: what comes of them is bounded too. */
const PIECE = 16_384;

/** Files of the archive; undefined: the bytes are no zip archive, or its list of files is broken. */
export async function filesOfZip(source: ByteSource): Promise<ImportFile[] | undefined> {
  const directory = await directoryOf(source);
  if (!directory) return undefined;
  return entriesOf(directory)
    .filter(({ path }) => !path.endsWith("/"))
    .map((entry) => ({ path: entry.path, size: entry.size, bytes: () => unpacked(source, entry) }));
}

async function directoryOf(source: ByteSource): Promise<Uint8Array | undefined> {
  const from = Math.max(0, source.size - END_BYTES - LONGEST_COMMENT - LOCATOR_BYTES);
  const tail = await readRange(source, from, source.size);
  const view = viewOf(tail);
  let end = tail.length - END_BYTES;
  while (end >= 0 && view.getUint32(end, true) !== END) end--;
  if (end < 0) return undefined;
  let [size, at] = [view.getUint32(end + 12, true), view.getUint32(end + 16, true)];
  const locator = end - LOCATOR_BYTES;
  if (at === FULL_32 && locator >= 0 && view.getUint32(locator, true) === LOCATOR) {
    const at64 = Number(view.getBigUint64(locator + 8, true));
    const end64 = viewOf(await readRange(source, at64, Math.min(at64 + 56, source.size)));
    if (end64.byteLength < 56 || end64.getUint32(0, true) !== END_64) return undefined;
    [size, at] = [Number(end64.getBigUint64(40, true)), Number(end64.getBigUint64(48, true))];
  }
  if (size > MOST_DIRECTORY_BYTES || at + size > source.size) return undefined;
  return readRange(source, at, at + size);
}

function entriesOf(directory: Uint8Array): Entry[] {
  const view = viewOf(directory);
  const decoder = new TextDecoder();
  const entries: Entry[] = [];
  let at = 0;
  while (at + CENTRAL_BYTES <= directory.length && entries.length < MOST_ENTRIES) {
    if (view.getUint32(at, true) !== CENTRAL) break;
    const named = at + CENTRAL_BYTES;
    const extra = named + view.getUint16(at + 28, true);
    const next = extra + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (next > directory.length) break;
    const path = decoder.decode(directory.subarray(named, extra)).replaceAll("\\", "/");
    entries.push({ path, method: view.getUint16(at + 10, true), ...placeOf(view, at, extra) });
    at = next;
  }
  return entries;
}

/** Sizes and offset, which stand in the extra field where they do not fit their own. */
function placeOf(view: DataView, at: number, extra: number): Pick<Entry, "packed" | "size" | "at"> {
  const end = extra + view.getUint16(at + 30, true);
  let long = extra;
  while (long + 4 <= end && view.getUint16(long, true) !== EXTRA_64)
    long += 4 + view.getUint16(long + 2, true);
  let field = long + 4;
  const read = (offset: number) => {
    const short = view.getUint32(at + offset, true);
    if (short !== FULL_32 || field + 8 > end) return short;
    field += 8;
    return Number(view.getBigUint64(field - 8, true));
  };
  const size = read(24);
  const packed = read(20);
  return { size, packed, at: read(42) };
}

async function* unpacked(
  source: ByteSource,
  { method, packed, at }: Entry,
): AsyncGenerator<Uint8Array, void> {
  const header = viewOf(await readRange(source, at, Math.min(at + LOCAL_BYTES, source.size)));
  if (header.byteLength < LOCAL_BYTES) throw new Error("The archive breaks off.");
  const from = at + LOCAL_BYTES + header.getUint16(26, true) + header.getUint16(28, true);
  if (from + packed > source.size) throw new Error("The archive breaks off.");
  const bytes = source.stream(from, from + packed);
  if (method === STORED) return yield* bytes;
  if (method !== DEFLATED) throw new Error("The archive is packed in a way that is not supported.");
  const stream = inPieces(bytes).pipeThrough(new DecompressionStream("deflate-raw"));
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

function inPieces(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const pieces = (async function* () {
    for await (const chunk of bytes)
      for (let at = 0; at < chunk.length; at += PIECE) yield chunk.slice(at, at + PIECE);
  })();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await pieces.return();
    },
  });
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
