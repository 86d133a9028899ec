/** The ledger of all writes that an instance has acknowledged, to be looked for in a restored one. */
import { createHash } from "node:crypto";

/** Calls of the instance that is looked at. */
export interface Reader {
  call<T>(method: string, route: string, body?: object): Promise<T>;
  bytes(route: string): Promise<Uint8Array>;
}

/** A memory's contents, as they were acknowledged one after the other; null: it was deleted. */
type Versions = (string | null)[];

export class Ledger {
  /** Words that were said and answered, by conversation. */
  readonly said = new Map<string, string[]>();
  readonly memories = new Map<string, Versions>();
  /** SHA-256 of each file. */
  readonly files = new Map<string, string>();

  add<T>(list: Map<string, T[]>, id: string, entry: T): void {
    list.set(id, [...(list.get(id) ?? []), entry]);
  }

  /** All that is acknowledged by now. */
  copy(): Ledger {
    const copy = new Ledger();
    for (const [id, words] of this.said) copy.said.set(id, words);
    for (const [id, versions] of this.memories) copy.memories.set(id, versions);
    for (const [id, digest] of this.files) copy.files.set(id, digest);
    return copy;
  }

  get size(): number {
    const words = [...this.said.values()].reduce((sum, each) => sum + each.length, 0);
    return words + this.memories.size + this.files.size;
  }

  /** Writes of this ledger that are not in the instance. `later` knows what was acknowledged since. */
  async missingIn(reader: Reader, later: Ledger): Promise<string[]> {
    const found = [
      await each(this.said, (id, words) => saidIn(reader, id, words)),
      await each(this.memories, (id, before) =>
        memoryIn(reader, id, { before, all: later.memories.get(id) ?? [] }),
      ),
      await each(this.files, (id, digest) => fileIn(reader, id, digest)),
    ];
    return found.flat();
  }
}

export function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

async function each<T>(
  list: Map<string, T>,
  isThere: (id: string, entry: T) => Promise<boolean>,
): Promise<string[]> {
  const missing: string[] = [];
  for (const [id, entry] of list) if (!(await isThere(id, entry))) missing.push(id);
  return missing;
}

/** Each question is there, followed by an answer. */
async function saidIn(reader: Reader, id: string, words: readonly string[]): Promise<boolean> {
  const { items } = await reader.call<{
    items: { role: string; status: string; parts: { text?: string }[] }[];
  }>("GET", `/conversations/${id}/messages?limit=200`);
  return words.every((word) => {
    const at = items.findIndex(({ parts }) => parts.some(({ text }) => text === word));
    const answer = items[at + 1];
    return at >= 0 && answer?.role === "assistant" && answer.status === "complete";
  });
}

/** The memory is as it was acknowledged last before the backup began, or as a later write made it. */
async function memoryIn(reader: Reader, id: string, { before, all }: { before: Versions; all: Versions }) {
  const found = await reader
    .call<{ content: string }>("GET", `/memory/items/${id}`)
    .then(({ content }) => content)
    .catch(() => null);
  // A write that was sent and not yet acknowledged may be in it.
  return all.slice(before.length - 1).includes(found);
}

async function fileIn(reader: Reader, id: string, digest: string): Promise<boolean> {
  const bytes = await reader.bytes(`/files/${id}`).catch(() => undefined);
  return bytes !== undefined && digestOf(bytes) === digest;
}
