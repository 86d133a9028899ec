/** Files that a person picked or dropped, those of folders included. */
import { isImportPath, isSecretPath } from "../../../src/domain/program/import-paths.ts";

export interface ChosenFile {
  path: string;
  blob: Blob;
}

/** Files of an input; those of a folder have its path. */
export function filesOf(list: Iterable<File>): ChosenFile[] {
  return [...list].flatMap((file) => chosen(file.webkitRelativePath || file.name, file));
}

export async function filesOfDrop(data: DataTransfer): Promise<ChosenFile[]> {
  // Entries can be asked for only until the event is over.
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return filesOf(data.files);
  return (await Promise.all(entries.map(filesIn))).flat();
}

async function filesIn(entry: FileSystemEntry): Promise<ChosenFile[]> {
  const path = entry.fullPath.replace(/^\//, "");
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return chosen(path, file);
  }
  // A folder that is passed over may hold a hundred thousand files.
  if (!isFolder(entry) || !isImportPath(`${path}/a.md`)) return [];
  return (await Promise.all((await childrenOf(entry)).map(filesIn))).flat();
}

/** A folder gives its entries some at a time, and in the end none. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const found: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return found;
    found.push(...some);
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

/** The name alone is sent of a file in a folder that holds secrets, so that the report can say that it was left out. */
function chosen(path: string, file: Blob): ChosenFile[] {
  if (!path.includes("/")) return [{ path, blob: file }];
  if (isSecretPath(path)) return [{ path, blob: new Blob() }];
  return isImportPath(path) ? [{ path, blob: file }] : [];
}
