/** Files that belong together: those of one archive, of one folder, or one file alone. */
import type { ByteSource, ImportFile } from "./byte-source.ts";
import { filesOfZip } from "./zip.ts";

/** A source of an import, as people see it. */
export interface FileGroup {
  /** Name of the archive, folder or file. */
  name: string;
  files: readonly ImportFile[];
  /** The file is named as an archive, and can't be opened. */
  isDamaged: boolean;
}

export interface SentFile {
  path: string;
  source: ByteSource;
}

export async function groupsOf(sent: readonly SentFile[]): Promise<FileGroup[]> {
  const groups: FileGroup[] = [];
  const folders = new Map<string, ImportFile[]>();
  for (const { path, source } of sent) {
    const slash = path.indexOf("/");
    if (await isZip(source)) groups.push(await ofArchive(path, source));
    else if (slash < 0) groups.push({ name: path, files: [fileOf(path, source)], isDamaged: false });
    else {
      const name = path.slice(0, slash);
      const files = folders.get(name) ?? [];
      if (files.length === 0) groups.push({ name, files, isDamaged: false });
      files.push(fileOf(path.slice(slash + 1), source));
      folders.set(name, files);
    }
  }
  return groups;
}

async function isZip(source: ByteSource): Promise<boolean> {
  for await (const [p, k] of source.stream(0, Math.min(2, source.size))) return p === 0x50 && k === 0x4b;
  return false;
}

async function ofArchive(path: string, source: ByteSource): Promise<FileGroup> {
  const files = await filesOfZip(source).catch(() => undefined);
  const name = path.slice(path.lastIndexOf("/") + 1);
  return { name, files: withoutRoot(files ?? []), isDamaged: files === undefined };
}

/** An archive of a folder has all files in it: paths begin within the folder. */
function withoutRoot(files: readonly ImportFile[]): readonly ImportFile[] {
  const root = files[0]?.path.split("/", 1)[0];
  const isWithin = files.length > 0 && files.every(({ path }) => path.startsWith(`${root}/`));
  if (!isWithin || root === undefined) return files;
  return files.map((file) => ({ ...file, path: file.path.slice(root.length + 1) }));
}

function fileOf(path: string, source: ByteSource): ImportFile {
  return { path, size: source.size, bytes: () => source.stream(0, source.size) };
}
