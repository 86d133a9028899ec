/** Files of capabilities in R2: each version's under the digest of its files, which never change. */
import type { CapabilityFiles } from "../../capabilities/catalog/capability.ts";
import type { CapabilityFileStore, FilesPlace } from "../../capabilities/catalog/store.ts";
import { keys } from "./keys.ts";

export class R2CapabilityFileStore implements CapabilityFileStore {
  private readonly bucket: R2Bucket;

  constructor(bucket: R2Bucket) {
    this.bucket = bucket;
  }

  async put({ owner, id, digest }: FilesPlace, files: CapabilityFiles): Promise<void> {
    const entries = Object.entries(files);
    await Promise.all(
      entries.map(([path, text]) => this.bucket.put(keys.capability({ owner, id, digest }, path), text)),
    );
  }

  async get(place: FilesPlace, paths: readonly string[]): Promise<CapabilityFiles | undefined> {
    const objects = await Promise.all(paths.map((path) => this.bucket.get(keys.capability(place, path))));
    const texts = await Promise.all(objects.map((object) => object?.text()));
    const found = paths.flatMap((path, index) => {
      const text = texts[index];
      return text === undefined ? [] : [[path, text] as const];
    });
    return found.length === paths.length ? Object.fromEntries(found) : undefined;
  }

  async remove({ owner, id }: Omit<FilesPlace, "digest">): Promise<void> {
    // Lists from the beginning each time, because the listed objects are deleted.
    for (;;) {
      const { objects } = await this.bucket.list({ prefix: keys.capabilities(owner, id) });
      if (objects.length === 0) return;
      await this.bucket.delete(objects.map(({ key }) => key));
    }
  }
}
