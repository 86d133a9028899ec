/** Imports in R2: their records, which are kept, and beside them the sent bytes and the items read of them, which expire. */
import type { ByteSource } from "../../export/files/byte-source.ts";
import type { ImportRecord } from "../../export/imports/record.ts";
import { keys } from "./keys.ts";
import { keysOf } from "./listing.ts";

/** Bytes of each part but the last. */
export const PART_BYTES = 8_000_000;
const PIECE = 262_144;

interface ImportPlace {
  owner: string;
  id: string;
}

export interface SentName {
  path: string;
  size: number;
}

/** A record, and its version in storage. */
export interface StoredImport {
  record: ImportRecord;
  version: string;
}

export class R2Imports {
  private readonly bucket: R2Bucket;

  constructor(bucket: R2Bucket) {
    this.bucket = bucket;
  }

  async create(record: ImportRecord, files: readonly SentName[]): Promise<void> {
    await this.bucket.put(partKey(record, "files"), JSON.stringify(files));
    await this.bucket.put(keys.import(record.owner, record.id), JSON.stringify(record));
  }

  async get({ owner, id }: ImportPlace): Promise<StoredImport | undefined> {
    const object = await this.bucket.get(keys.import(owner, id));
    return object ? { record: await object.json<ImportRecord>(), version: object.etag } : undefined;
  }

  /** Undefined: the record was changed or removed meanwhile, and stays as it is. */
  async save({ record, version }: StoredImport): Promise<StoredImport | undefined> {
    const stored = await this.bucket.put(keys.import(record.owner, record.id), JSON.stringify(record), {
      onlyIf: { etagMatches: version },
    });
    return stored ? { record, version: stored.etag } : undefined;
  }

  /** Newest first. */
  async list(owner: string): Promise<ImportRecord[]> {
    const found = (await keysOf(this.bucket, keys.import(owner))).reverse();
    const objects = await Promise.all(found.map((key) => this.bucket.get(key)));
    return Promise.all(objects.flatMap((object) => (object ? [object.json<ImportRecord>()] : [])));
  }

  async remove(place: ImportPlace): Promise<void> {
    await this.bucket.delete(keys.import(place.owner, place.id));
    await this.removeParts(place);
  }

  /** Removes what was sent and read; the record stays. */
  async removeParts(place: ImportPlace): Promise<void> {
    for (;;) {
      const found = await keysOf(this.bucket, partKey(place, ""));
      if (found.length === 0) return;
      for (let at = 0; at < found.length; at += 1_000) await this.bucket.delete(found.slice(at, at + 1_000));
    }
  }

  async files(place: ImportPlace): Promise<SentName[] | undefined> {
    return (await this.bucket.get(partKey(place, "files")))?.json<SentName[]>();
  }

  async putPart(place: ImportPlace, index: number, bytes: ArrayBuffer): Promise<void> {
    await this.bucket.put(partKey(place, `part-${index}`), bytes);
  }

  /** Indexes of the parts that are there. */
  async parts(place: ImportPlace): Promise<Set<number>> {
    const prefix = partKey(place, "part-");
    return new Set((await keysOf(this.bucket, prefix)).map((key) => Number(key.slice(prefix.length))));
  }

  /** All sent bytes as one source. */
  source(place: ImportPlace, size: number): ByteSource {
    return { size, stream: (from, to) => this.stream(place, from, Math.min(to, size)) };
  }

  private async *stream(place: ImportPlace, from: number, to: number): AsyncGenerator<Uint8Array, void> {
    for (let at = from; at < to; ) {
      const index = Math.floor(at / PART_BYTES);
      const offset = at - index * PART_BYTES;
      const length = Math.min(to - at, PART_BYTES - offset);
      const object = await this.bucket.get(partKey(place, `part-${index}`), { range: { offset, length } });
      if (!object) throw new Error(`part ${index} of an import is missing`);
      yield* piecesOf(object.body);
      at += length;
    }
  }

  async putItems(place: ImportPlace, chunk: number, lines: string): Promise<void> {
    await this.bucket.put(partKey(place, `items-${chunk}`), lines);
  }

  async items(place: ImportPlace, chunk: number): Promise<string[]> {
    const object = await this.bucket.get(partKey(place, `items-${chunk}`));
    if (!object) throw new Error(`items ${chunk} of an import are missing`);
    return (await object.text()).split("\n").filter((line) => line !== "");
  }
}

function partKey({ owner, id }: ImportPlace, name: string): string {
  return `${keys.importParts(owner)}${id}/${name}`;
}

async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      for (let at = 0; at < value.length; at += PIECE) yield value.subarray(at, at + PIECE);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
