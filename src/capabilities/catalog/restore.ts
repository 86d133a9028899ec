/** Restores an earlier version as a new one, so that version numbers stay in order of time. */
import type { Capability } from "./capability.ts";
import type { CapabilityKey, CatalogDeps } from "./deps.ts";

/**
 * Its owner approved its hosts and secrets when it was published. A build under way goes on. Undefined if
 * there is no such version, or another one came first.
 */
export async function restore(
  { store }: CatalogDeps,
  { owner, name }: CapabilityKey,
  version: number,
): Promise<Capability | undefined> {
  const capability = await store.get(owner, name);
  if (!capability) return undefined;
  const earlier = (await store.versions(capability.id)).find((each) => each.version === version);
  if (!earlier) return undefined;
  const { version: _number, created_at: _then, ...kept } = earlier;
  const again = { ...kept, change: "restored" as const, restored_from: version };
  if (!(await store.addVersion(capability, again))) return undefined;
  return store.get(owner, name);
}
