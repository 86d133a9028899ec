/** Compound files (CFB), as old Office programs and Outlook save, written by hand. At most 127 sectors. */

const SECTOR = 512;
const MINI = 64;
const [END, FREE, TABLE] = [0xfffffffe, 0xffffffff, 0xfffffffd];

/** `streams`: contents by name. All lie in the root and are shorter than 4,096 bytes. */
export function compoundFile(streams: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const names = Object.keys(streams);
  const mini: number[] = [];
  const miniTable: number[] = [];
  const starts = names.map((name) => {
    const bytes = streams[name] ?? new Uint8Array();
    const start = miniTable.length;
    const count = Math.max(1, Math.ceil(bytes.length / MINI));
    for (let at = 1; at < count; at++) miniTable.push(start + at);
    miniTable.push(END);
    mini.push(...bytes, ...Array<number>(count * MINI - bytes.length).fill(0));
    return start;
  });
  const entries = [
    entry("Root Entry", { kind: 5, child: 1, start: 0, size: mini.length }),
    ...names.map((name, at) =>
      entry(name, {
        kind: 2,
        right: at + 2 <= names.length ? at + 2 : FREE,
        start: starts[at] ?? 0,
        size: streams[name]?.length ?? 0,
      }),
    ),
  ];
  const parts = [padded(Buffer.concat(entries)), padded(words(miniTable)), padded(Buffer.from(mini))];
  const table = [TABLE];
  const first = parts.map((part) => {
    const start = table.length;
    for (let at = 1; at < part.length / SECTOR; at++) table.push(start + at);
    if (part.length > 0) table.push(END);
    return start;
  });
  parts[0]?.writeUInt32LE(first[2] ?? 0, 116);
  return new Uint8Array(
    Buffer.concat([header(first[0] ?? 0, first[1] ?? 0), padded(words(table), 0xff), ...parts]),
  );
}

function header(directory: number, miniTable: number): Buffer {
  const bytes = Buffer.alloc(SECTOR, 0xff);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(bytes);
  bytes.fill(0, 8, 76);
  bytes.writeUInt16LE(9, 30);
  bytes.writeUInt16LE(6, 32);
  bytes.writeUInt32LE(directory, 48);
  bytes.writeUInt32LE(4_096, 56);
  bytes.writeUInt32LE(miniTable, 60);
  bytes.writeUInt32LE(END, 68);
  bytes.writeUInt32LE(0, 76);
  return bytes;
}

interface Entry {
  kind: number;
  start: number;
  size: number;
  child?: number;
  right?: number;
}

function entry(name: string, { kind, start, size, child = FREE, right = FREE }: Entry): Buffer {
  const bytes = Buffer.alloc(128);
  bytes.write(name, "utf16le");
  bytes.writeUInt16LE(name.length * 2 + 2, 64);
  bytes.writeUInt8(kind, 66);
  bytes.writeUInt32LE(FREE, 68);
  bytes.writeUInt32LE(right, 72);
  bytes.writeUInt32LE(child, 76);
  bytes.writeUInt32LE(start, 116);
  bytes.writeUInt32LE(size, 120);
  return bytes;
}

function words(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [at, number] of numbers.entries()) bytes.writeUInt32LE(number, at * 4);
  return bytes;
}

function padded(bytes: Buffer, filler = 0): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((SECTOR - (bytes.length % SECTOR)) % SECTOR, filler)]);
}
