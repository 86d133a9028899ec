/** Streams a zip archive: one of its files is in memory at a time. */

export interface ArchiveFile {
  /** Path, with slashes between folders. */
  path: string;
  bytes: Uint8Array;
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
  const rest = files[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      while (ready.length === 0) {
        const next = await rest.next();
        if (next.done) zip.end();
        else {
          const file = new ZipDeflate(next.value.path, { level: 6 });
          zip.add(file);
          file.push(next.value.bytes, true);
        }
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
