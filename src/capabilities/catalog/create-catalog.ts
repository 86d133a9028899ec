/** Assembles the catalog of capabilities. */
import { begin, fail } from "./builds.ts";
import type { Capability, Share } from "./capability.ts";
import { check } from "./check.ts";
import type { CapabilityKey, CatalogDeps } from "./deps.ts";
import type { Bundle, CapabilityCatalog, CapabilityQuery } from "./port.ts";
import { publish } from "./publish.ts";
import type { CapabilityChange } from "./store.ts";

export function createCatalog(deps: CatalogDeps): CapabilityCatalog {
  const { store } = deps;
  const listeners: ((owner: string) => void)[] = [];
  /** Notifies watchers even of work that failed half way. */
  const notifying = async <T>(owner: string, work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } finally {
      for (const listener of listeners) listener(owner);
    }
  };
  const change = (which: CapabilityKey, fields: CapabilityChange) =>
    notifying(which.owner, update(deps, which, fields));
  return {
    watch: (listener) => void listeners.push(listener),
    begin: (owner, request) => notifying(owner, begin(deps, owner, request)),
    check: (owner, name, files) => check(deps, { owner, name }, files),
    publish: (owner, name, publication) => notifying(owner, publish(deps, { owner, name }, publication)),
    fail: (owner, name, end) => notifying(owner, fail(deps, { owner, name }, end)),
    list: async (owner, query = {}) => (await store.list(owner)).filter((each) => matches(each, query)),
    get: (owner, name) => store.get(owner, name),
    async versions(owner, name) {
      const capability = await store.get(owner, name);
      return capability ? store.versions(capability.id) : [];
    },
    bundle: (owner, name, version) => bundleOf(deps, { owner, name }, version),
    restore: (owner, name, version) => notifying(owner, restore(deps, { owner, name }, version)),
    enable: (owner, name) => change({ owner, name }, { status: "active", problem: null, failures_in_row: 0 }),
    disable: (owner, name, problem) => change({ owner, name }, { status: "disabled", problem }),
    restrict: (owner, name, agents) => change({ owner, name }, { agents }),
    share: (owner, name, shares) => notifying(owner, share(deps, { owner, name }, shares)),
    shares: (owner) => store.shares(owner),
    sharedIn: (place) => store.sharedIn(place),
    reachable: (owner, place) => store.reachable(owner, place),
    remove: (owner, name) => notifying(owner, remove(deps, { owner, name })),
  };
}

function matches({ name, description, tags, status }: Capability, query: CapabilityQuery): boolean {
  const text = [name, description, ...tags].join(" ").toLowerCase();
  const words = (query.words ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  return (
    (query.status === undefined || query.status === status) && words.every((word) => text.includes(word))
  );
}

/** Changes a capability that has a version: before that there is nothing to use. */
async function update(
  { store }: CatalogDeps,
  { owner, name }: CapabilityKey,
  fields: CapabilityChange,
): Promise<Capability | undefined> {
  const capability = await store.get(owner, name);
  if (!capability || capability.version === 0) return undefined;
  await store.update(capability, fields);
  return store.get(owner, name);
}

async function share(
  { store }: CatalogDeps,
  { owner, name }: CapabilityKey,
  shares: readonly Share[],
): Promise<Capability | undefined> {
  const capability = await store.get(owner, name);
  if (!capability || capability.version === 0) return undefined;
  await store.share(capability, shares);
  return capability;
}

/** Rows first: files without rows cannot be reached. */
async function remove({ store, files }: CatalogDeps, { owner, name }: CapabilityKey): Promise<boolean> {
  const capability = await store.get(owner, name);
  if (!capability) return false;
  const isGone = await store.remove(capability);
  await files.remove(capability);
  return isGone;
}

/** Files of a published version; an absent version is the one in use. */
async function bundleOf(
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

/**
 * Restores an earlier version as a new one, so that version numbers stay in order of time.
 * Its owner approved its hosts and secrets when it was published. A build under way goes on. Undefined if
 * there is no such version, or another one came first.
 */
async function restore(
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
