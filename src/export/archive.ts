/** Streams a zip archive: one of its files, or a piece of it, is in memory at a time. */

export interface ArchiveFile {
  /** Path, with slashes between folders. */
  path: string;
  bytes: Uint8Array;
  /** Bytes that follow, of a file that does not fit into memory. */
  rest?: ReadableStream<Uint8Array>;
}

export function textFile(path: string, content: string): ArchiveFile {
  return { path, bytes: new TextEncoder().encode(content) };
}

export function jsonFile(path: string, value: unknown): ArchiveFile {
  return textFile(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** JSON lines. */
export function linesFile(path: string, values: readonly object[]): ArchiveFile {
  return textFile(path, values.map((value) => `${JSON.stringify(value)}\n`).join(""));
}

/** The stream errors if a file fails: the truncated archive is then invalid, and no program accepts it. */
export async function archiveOf(files: AsyncIterable<ArchiveFile>): Promise<ReadableStream<Uint8Array>> {
  const { Zip, ZipDeflate } = await import("fflate");
  const ready: Uint8Array[] = [];
  const zip = new Zip((problem, chunk) => {
    if (problem) throw problem;
    ready.push(chunk);
  });
  const rest = piecesOf(files);
  let entry = new ZipDeflate("");
  return new ReadableStream({
    async pull(controller) {
      while (ready.length === 0) {
        const next = await rest.next();
        if (next.done) zip.end();
        else if ("path" in next.value) {
          entry = new ZipDeflate(next.value.path, { level: 6 });
          zip.add(entry);
        } else entry.push(next.value.bytes, next.value.isLast);
        if (next.done) {
          for (const chunk of ready.splice(0)) controller.enqueue(chunk);
          return controller.close();
        }
      }
      for (const chunk of ready.splice(0)) controller.enqueue(chunk);
    },
    async cancel() {
      zip.terminate();
      await rest.return?.();
    },
  });
}

type Piece = { path: string } | { bytes: Uint8Array; isLast: boolean };

/** The path of each file, then its bytes. */
async function* piecesOf(files: AsyncIterable<ArchiveFile>): AsyncGenerator<Piece, void, undefined> {
  for await (const { path, bytes, rest } of files) {
    yield { path };
    yield { bytes, isLast: rest === undefined };
    if (rest === undefined) continue;
    for await (const more of rest) yield { bytes: more, isLast: false };
    yield { bytes: new Uint8Array(), isLast: true };
  }
}
