/** A person confirms an untrusted item, or rejects a trusted one. Its words stay as they are. */
import type { Trust } from "../../domain/trust.ts";
import type { Core } from "../ports/core.ts";
import type { Episode, Fact, Scope } from "../ports/model.ts";
import { nameKey } from "../text/names.ts";
import { episodeDraft } from "./episodes.ts";
import { reindexFact, trustFact } from "./facts.ts";

interface TrustChange {
  id: string;
  trust: Trust;
}

/** A fact that becomes trusted ends those that it disputed. */
export async function setFactTrust(
  core: Core,
  owner: string,
  { id, trust }: TrustChange,
): Promise<Fact | undefined> {
  const { facts } = core.storage;
  const [known] = await facts.get(owner, [id]);
  if (known === undefined || known.trust === trust) return known;
  const fact =
    trust === "trusted"
      ? await trustFact(core, known)
      : await facts.update({ owner, id }, { trust }, core.now());
  if (fact !== undefined && fact.retired_at === undefined) await reindexFact(core, fact);
  return fact;
}

export async function setEpisodeTrust(
  core: Core,
  owner: string,
  { id, trust }: TrustChange,
): Promise<Episode | undefined> {
  const episode = await core.storage.episodes.trust({ owner, id }, trust);
  if (episode !== undefined) await core.storage.chunks.put([episodeDraft(episode)], core.now());
  return episode;
}

/** Makes the waiting value the one in the agents' prompts. False when none waits. */
export async function confirmState(
  core: Core,
  owner: string,
  { scope, key }: { scope: Scope; key: string },
): Promise<boolean> {
  const waiting = (await core.storage.states.all(owner, [scope])).find(
    (each) => each.key === key && each.trust === "untrusted",
  );
  if (waiting === undefined) return false;
  await core.storage.states.set(owner, { ...waiting, trust: "trusted" }, core.now());
  return true;
}

export async function confirmAlias(core: Core, owner: string, alias: string): Promise<boolean> {
  const waiting = (await core.storage.aliases.list(owner)).find(
    (each) => nameKey(each.alias) === nameKey(alias) && each.trust === "untrusted",
  );
  if (waiting === undefined) return false;
  await core.names.add(owner, { ...waiting, trust: "trusted" }, core.now());
  return true;
}
