/**
 * Checks the files of a version without storing anything: whether they are valid, whether their tests pass,
 * and which hosts and secrets they need.
 */
import { digestOf, NAME, NAME_RULE, type OpenedBundle, openBundle } from "./bundle.ts";
import type { CapabilityDeclaration, CapabilityFiles } from "./capability.ts";
import type { CapabilityKey, CatalogDeps } from "./deps.ts";
import type { BundleCheck, RequestedAccess } from "./port.ts";
import { runTests } from "./run-tests.ts";
import { boundSecrets } from "./secret-uses.ts";

export async function check(
  deps: CatalogDeps,
  { owner, name }: CapabilityKey,
  files: CapabilityFiles,
): Promise<BundleCheck> {
  const { bundle: _bundle, ...checked } = await look(deps, { owner, name }, files);
  return checked;
}

/** Like `check`, and returns the parsed bundle too. */
export async function look(
  deps: CatalogDeps,
  { owner, name }: CapabilityKey,
  files: CapabilityFiles,
): Promise<BundleCheck & { bundle?: OpenedBundle }> {
  if (!NAME.test(name)) return nothing([`"${name.slice(0, 60)}" can't be its name: ${NAME_RULE}.`]);
  const opening = openBundle(name, files);
  if (!opening.ok) return nothing(opening.problems);
  const { bundle } = opening;
  const [digest, current] = await Promise.all([digestOf(files), deps.store.get(owner, name)]);
  const inUse = current && current.version > 0 ? current : undefined;
  const found = { digest, requested: askedOf(bundle.declared, inUse) };
  return { ...(await runTests(deps, bundle)), found, bundle };
}

function nothing(problems: string[]): BundleCheck {
  return { tests: [], console: [], problems };
}

/** Hosts and secrets approved for the version in use need no second approval. */
function askedOf(wanted: CapabilityDeclaration, inUse: CapabilityDeclaration | undefined): RequestedAccess {
  const beyond = (names: readonly string[], known: readonly string[] = []) =>
    names.filter((name) => !known.includes(name));
  const allowed = inUse && boundSecrets(inUse);
  return { hosts: beyond(wanted.hosts, inUse?.hosts), secrets: beyond(boundSecrets(wanted), allowed) };
}
