/** Files of capabilities in R2: each version's under the digest of its files, which never change. */
import type { CapabilityFileStore } from "../../capabilities/catalog/store.ts";
import { keys } from "./keys.ts";

export function createCapabilityFiles(bucket: R2Bucket): CapabilityFileStore {
  return {
    async put({ owner, id, digest }, files) {
      const entries = Object.entries(files);
      await Promise.all(
        entries.map(([path, text]) => bucket.put(keys.capability({ owner, id, digest }, path), text)),
      );
    },
    async get(place, paths) {
      const objects = await Promise.all(paths.map((path) => bucket.get(keys.capability(place, path))));
      const texts = await Promise.all(objects.map((object) => object?.text()));
      const found = paths.flatMap((path, index) => {
        const text = texts[index];
        return text === undefined ? [] : [[path, text] as const];
      });
      return found.length === paths.length ? Object.fromEntries(found) : undefined;
    },
    async remove({ owner, id }) {
      // Lists from the beginning each time, because the listed objects are deleted.
      for (;;) {
        const { objects } = await bucket.list({ prefix: keys.capabilities(owner, id) });
        if (objects.length === 0) return;
        await bucket.delete(objects.map(({ key }) => key));
      }
    },
  };
}
