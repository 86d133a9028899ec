/** Unsent drafts, one per conversation. */
import { readStored, writeStored } from "./storage.ts";

const NEW = "new";

export function readDraft(id: string | null): string {
  return readStored<string>(`draft:${id ?? NEW}`) ?? "";
}

export function writeDraft(id: string | null, text: string): void {
  writeStored(`draft:${id ?? NEW}`, text === "" ? null : text);
}
