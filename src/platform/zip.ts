/** Reads zip archives from untrusted sources, and writes small ones. */

interface ZipLimits {
  files: number;
  bytes: number;
  /** The archive's content, for errors: "A skill". */
  what: string;
}

export interface ZipEntry {
  path: string;
  bytes: Uint8Array;
}

type UnzipResult = { ok: true; files: ZipEntry[] } | { ok: false; problem: string };

/** Sizes are checked before anything is unpacked. */
export async function unzip(zip: Uint8Array, limits: ZipLimits): Promise<UnzipResult> {
  const { unzipSync } = await import("fflate");
  let count = 0;
  let total = 0;
  try {
    const entries = unzipSync(zip, {
      filter({ name, originalSize }) {
        if (name.endsWith("/") || /(^|\/)(__MACOSX\/|\.DS_Store$)/.test(name)) return false;
        count++;
        total += originalSize;
        return count <= limits.files && total <= limits.bytes;
      },
    });
    if (count > limits.files || total > limits.bytes) {
      return {
        ok: false,
        problem: `${limits.what} has at most ${limits.files} files and ${limits.bytes} bytes.`,
      };
    }
    return { ok: true, files: Object.entries(entries).map(([path, bytes]) => ({ path, bytes })) };
  } catch {
    return { ok: false, problem: "The file is not a zip archive, or it is broken." };
  }
}

/**
 * Removes the top folder, as archives are often made of the folder itself: `main` is a file expected at the
 * top.
 */
export function withoutTopFolder(files: ZipEntry[], main: string): ZipEntry[] {
  if (files.some(({ path }) => path === main)) return files;
  const top = `${files[0]?.path.split("/")[0]}/`;
  if (!files.every(({ path }) => path.startsWith(top))) return files;
  return files.map(({ path, bytes }) => ({ path: path.slice(top.length), bytes }));
}

export async function zipOf(files: Readonly<Record<string, string>>): Promise<Uint8Array<ArrayBuffer>> {
  const { strToU8, zipSync } = await import("fflate");
  const entries = Object.entries(files).map(([path, text]) => [path, strToU8(text)] as const);
  return new Uint8Array(zipSync(Object.fromEntries(entries)));
}
