/**
 * Publishes files as a version, if they pass their tests and the owner has approved their hosts and secrets.
 */
import type { OpenedBundle } from "./bundle.ts";
import type { Capability } from "./capability.ts";
import { look } from "./check.ts";
import type { CapabilityKey, CatalogDeps } from "./deps.ts";
import type { BundleCheck, Publication, PublishResult, RequestedAccess } from "./port.ts";
import type { NewVersion } from "./store.ts";

export async function publish(
  deps: CatalogDeps,
  which: CapabilityKey,
  publication: Publication,
): Promise<PublishResult> {
  const { files, build_id, approved } = publication;
  const current = await deps.store.get(which.owner, which.name);
  const stale = buildProblem(current, build_id);
  if (stale !== undefined) return refused([stale]);
  const { bundle, found, problems, tests } = await look(deps, which, files);
  if (!bundle || !found || problems.length > 0) return { status: "refused", problems, tests };
  const { digest, requested } = found;
  if (!isApproved({ digest, requested }, approved)) return { status: "needs_approval", digest, requested };
  const capability = current ?? (await begun(deps, which, bundle));
  if (!capability) return refused([MEANWHILE]);
  return store(deps, capability, { publication, version: versionOf(bundle, { digest, tests }, publication) });
}

const MEANWHILE = "Another version was published in the meantime. Review it, then publish again.";

function refused(problems: string[], tests: BundleCheck["tests"] = []): PublishResult {
  return { status: "refused", problems, tests };
}

/** Undefined if publication may continue. */
function buildProblem(current: Capability | undefined, build_id: string | null): string | undefined {
  if (build_id !== null && current?.build_id !== build_id)
    return "This build is over: the capability was removed, or another build of it has begun.";
  if (build_id === null && current?.build_id)
    return "A build of this capability is running. Wait for it to end, or stop it.";
  return undefined;
}

/** An approved digest covers exactly these bytes. */
function isApproved(
  { digest, requested: { hosts, secrets } }: { digest: string; requested: RequestedAccess },
  approved: Publication["approved"] = NOTHING,
): boolean {
  if (typeof approved === "string" && approved === digest) return true;
  const yes = typeof approved === "string" ? NOTHING : approved;
  return (
    hosts.every((host) => yes.hosts.includes(host)) && secrets.every((secret) => yes.secrets.includes(secret))
  );
}

const NOTHING: RequestedAccess = { hosts: [], secrets: [] };

async function begun(
  { store, ids }: CatalogDeps,
  { owner, name }: CapabilityKey,
  { declared: { description, input_schema } }: OpenedBundle,
): Promise<Capability | undefined> {
  const id = ids.create("cap");
  await store.add({ id, owner, name, description, input_schema, build_id: null });
  const capability = await store.get(owner, name);
  return capability?.id === id ? capability : undefined;
}

function versionOf(
  { declared }: OpenedBundle,
  { digest, tests }: { digest: string; tests: BundleCheck["tests"] },
  { files, build_id }: Publication,
): NewVersion {
  return {
    ...declared,
    digest,
    files: Object.entries(files).map(([path, text]) => ({
      path,
      size: new TextEncoder().encode(text).length,
    })),
    tests: tests.length,
    change: build_id === null ? "imported" : "built",
    restored_from: null,
  };
}

/**
 * Files first: a version without its files could not be run. `capability` is its state before the tests ran,
 * so that a later change, such as another build's begin, is not overwritten.
 */
async function store(
  deps: CatalogDeps,
  capability: Capability,
  { publication, version }: { publication: Publication; version: NewVersion },
): Promise<PublishResult> {
  const { owner, name, id } = capability;
  const [newest] = await deps.store.versions(id);
  const isInUse = newest?.digest === version.digest && newest.version === capability.version;
  if (!isInUse) await deps.files.put({ owner, id, digest: version.digest }, publication.files);
  const isMine = isInUse
    ? await deps.store.update(capability, IN_USE, publication.build_id)
    : await deps.store.addVersion(capability, version);
  if (!isMine) return refused([MEANWHILE]);
  const stored = await deps.store.get(owner, name);
  const [now] = await deps.store.versions(id);
  return stored && now ? { status: "published", capability: stored, version: now } : refused([MEANWHILE]);
}

const IN_USE = { status: "active", build_id: null, problem: null, failures_in_row: 0 } as const;
