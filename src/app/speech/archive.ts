/** Export of the recordings that are still kept, named by their ids, as messages refer to them. */
import type { ArchiveFile } from "../../export/archive.ts";
import type { RecordingStore } from "../../voice/recordings.ts";

export async function* archiveRecordings(store: RecordingStore, owner: string): AsyncGenerator<ArchiveFile> {
  for (const id of await store.list(owner)) {
    const sound = await store.get(owner, id);
    if (sound) yield { path: `recordings/${id}`, bytes: new Uint8Array(), rest: sound.body };
  }
}
