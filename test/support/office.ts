/** Office documents in small, written by hand. */
import { strToU8, zipSync } from "fflate";
import { documentText } from "../../src/tools/documents/document-text.ts";

/** The text of an archive of these files. */
export function readOffice(files: Readonly<Record<string, string>>): Promise<string | undefined> {
  return documentText(
    zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)]))),
  );
}

export function relations(...all: [id: string, target: string][]): string {
  return `<r>${all.map(([id, target]) => `<Relationship Id="${id}" Target="${target}"/>`).join("")}</r>`;
}
