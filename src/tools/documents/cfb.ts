/**
 * Reader of compound files (CFB): the container of Office documents from before 2007, and of Outlook messages. Chains
 * of sectors are untrusted: each is followed for at most as many sectors as the file has.
 */

interface Entry {
  name: string;
  isStream: boolean;
  start: number;
  size: number;
  left: number;
  right: number;
  child: number;
}

const MARK = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/** Sector numbers from here on have a meaning of their own, as the end of a chain. */
const LAST_SECTOR = 0xfffffffa;
const NO_ENTRY = 0xffffffff;
const HEADER_SECTORS = 109;
const ENTRY_BYTES = 128;
const MINI_BYTES = 64;
const MINI_LIMIT = 4_096;
const MOST_ENTRIES = 20_000;

export function isCompound(bytes: Uint8Array): boolean {
  return MARK.every((byte, at) => bytes[at] === byte);
}

export class CompoundFile {
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private readonly sectorBytes: number;
  private readonly next: Uint32Array;
  private readonly nextMini: Uint32Array;
  private readonly mini: Uint8Array;
  private readonly streams: ReadonlyMap<string, Entry>;

  private constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.sectorBytes = 1 << Math.min(16, Math.max(7, this.view.getUint16(30, true)));
    this.next = this.table(this.tableSectors());
    const entries = this.entries();
    this.nextMini = this.table(this.chain(this.view.getUint32(60, true)));
    const [root] = entries;
    this.mini = root ? this.read(root.start, root.size) : new Uint8Array();
    this.streams = pathsOf(entries);
  }

  /** Undefined when the bytes are not such a file, or too damaged to be opened. */
  static open(bytes: Uint8Array): CompoundFile | undefined {
    if (bytes.length < 512 || !isCompound(bytes)) return undefined;
    try {
      return new CompoundFile(bytes);
    } catch {
      return undefined;
    }
  }

  /** Paths of the streams, as `Storage/Stream`. */
  paths(): string[] {
    return [...this.streams.keys()];
  }

  /** Undefined when there is no such stream. */
  stream(path: string): Uint8Array | undefined {
    const entry = this.streams.get(path);
    if (!entry) return undefined;
    return entry.size < MINI_LIMIT ? this.readMini(entry) : this.read(entry.start, entry.size);
  }

  private at(sector: number): number {
    return (sector + 1) * this.sectorBytes;
  }

  /** Sectors that hold the table of chains: the first ones are named in the header, the others in a chain. */
  private tableSectors(): number[] {
    const { view } = this;
    const most = Math.ceil(this.bytes.length / this.sectorBytes);
    const sectors: number[] = [];
    for (let at = 0; at < HEADER_SECTORS; at++) sectors.push(view.getUint32(76 + 4 * at, true));
    const each = this.sectorBytes / 4 - 1;
    let more = view.getUint32(68, true);
    for (let read = 0; more < LAST_SECTOR && read < most; read++) {
      const from = this.at(more);
      if (from + this.sectorBytes > this.bytes.length) break;
      for (let at = 0; at < each; at++) sectors.push(view.getUint32(from + 4 * at, true));
      more = view.getUint32(from + 4 * each, true);
    }
    return [...new Set(sectors.filter((sector) => sector < LAST_SECTOR))].slice(0, most);
  }

  private table(sectors: readonly number[]): Uint32Array {
    const each = this.sectorBytes / 4;
    const table = new Uint32Array(sectors.length * each).fill(NO_ENTRY);
    for (const [index, sector] of sectors.entries()) {
      const from = this.at(sector);
      for (let at = 0; at < each && from + 4 * at + 4 <= this.bytes.length; at++)
        table[index * each + at] = this.view.getUint32(from + 4 * at, true);
    }
    return table;
  }

  /** Sectors of a chain; one that leads back into itself ends at the table's length. */
  private chain(start: number, table = this.next): number[] {
    const sectors: number[] = [];
    for (let sector = start; sector < LAST_SECTOR && sectors.length < table.length; ) {
      sectors.push(sector);
      sector = table[sector] ?? NO_ENTRY;
    }
    return sectors;
  }

  private read(start: number, size: number): Uint8Array {
    const most = Math.min(size, this.bytes.length);
    const result = new Uint8Array(most);
    let filled = 0;
    for (const sector of this.chain(start)) {
      if (filled >= most) break;
      const from = this.at(sector);
      const piece = this.bytes.subarray(from, from + Math.min(this.sectorBytes, most - filled));
      result.set(piece, filled);
      filled += this.sectorBytes;
    }
    return result.subarray(0, Math.min(filled, most));
  }

  private readMini({ start, size }: Entry): Uint8Array {
    const result = new Uint8Array(size);
    let filled = 0;
    for (const sector of this.chain(start, this.nextMini)) {
      if (filled >= size) break;
      const from = sector * MINI_BYTES;
      result.set(this.mini.subarray(from, from + Math.min(MINI_BYTES, size - filled)), filled);
      filled += MINI_BYTES;
    }
    return result;
  }

  private entries(): Entry[] {
    const sectors = this.chain(this.view.getUint32(48, true));
    const entries: Entry[] = [];
    for (const sector of sectors)
      for (let at = this.at(sector); at < this.at(sector) + this.sectorBytes; at += ENTRY_BYTES) {
        if (at + ENTRY_BYTES > this.bytes.length || entries.length >= MOST_ENTRIES) return entries;
        entries.push(entryAt(this.view, at));
      }
    return entries;
  }
}

const UTF16 = new TextDecoder("utf-16le");

function entryAt(view: DataView, at: number): Entry {
  const named = Math.min(62, Math.max(0, view.getUint16(at + 64, true) - 2));
  return {
    name: UTF16.decode(new Uint8Array(view.buffer, view.byteOffset + at, named)),
    isStream: view.getUint8(at + 66) === 2,
    left: view.getUint32(at + 68, true),
    right: view.getUint32(at + 72, true),
    child: view.getUint32(at + 76, true),
    start: view.getUint32(at + 116, true),
    size: view.getUint32(at + 120, true),
  };
}

/** Walks the tree of entries, each once, whatever points back to it. */
function pathsOf(entries: readonly Entry[]): Map<string, Entry> {
  const found = new Map<string, Entry>();
  const seen = new Set<number>();
  const open: { index: number; folder: string }[] = [{ index: entries[0]?.child ?? NO_ENTRY, folder: "" }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { index, folder } = next;
    const entry = entries[index];
    if (!entry || seen.has(index)) continue;
    seen.add(index);
    if (entry.isStream) found.set(folder + entry.name, entry);
    else open.push({ index: entry.child, folder: `${folder}${entry.name}/` });
    open.push({ index: entry.left, folder }, { index: entry.right, folder });
  }
  return found;
}
