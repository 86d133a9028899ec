/** Reads the files of a published version. */
import type { CapabilityKey, CatalogDeps } from "./deps.ts";
import type { Bundle } from "./port.ts";

/** Absent version: the one in use. */
export async function bundleOf(
  { store, files }: CatalogDeps,
  { owner, name }: CapabilityKey,
  version?: number,
): Promise<Bundle | undefined> {
  const capability = await store.get(owner, name);
  if (!capability) return undefined;
  const { id } = capability;
  const wanted = version ?? capability.version;
  const found = (await store.versions(id)).find((each) => each.version === wanted);
  if (!found) return undefined;
  const place = { owner, id, digest: found.digest };
  const texts = await files.get(
    place,
    found.files.map(({ path }) => path),
  );
  return texts && { version: found, files: texts };
}
