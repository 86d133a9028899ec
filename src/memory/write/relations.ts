/** Relations between two people or things: written by hand, by an agent, or extracted. */
import type { Core } from "../ports/core.ts";
import type { EdgeDraft, Provenance, Relation } from "../ports/model.ts";
import { nameKey } from "../text/names.ts";
import { entityNode } from "./graph.ts";

export interface NewRelation extends Provenance {
  owner: string;
  from: string;
  /** The verb between the two, such as "is the sister of". */
  relation: string;
  to: string;
}

export type RelationOutcome =
  | { status: "stored"; relation: Relation }
  /** A relation that was there already; a trusted one stays as it is. */
  | { status: "known"; relation: Relation }
  | { status: "refused"; problem: string };

export async function relate(core: Core, entry: NewRelation): Promise<RelationOutcome> {
  const draft = await relationDraft(core, entry);
  if (draft === undefined)
    return { status: "refused", problem: "a relation needs two different names and a word between them" };
  const { edges } = core.storage;
  const before = await edges.find(entry.owner, draft);
  await edges.put(entry.owner, [draft], core.now());
  const relation = await edges.find(entry.owner, draft);
  if (relation === undefined) throw new Error("a relation was not found after it was written");
  return { status: isAsBefore(before, relation) ? "known" : "stored", relation };
}

function isAsBefore(before: Relation | undefined, now: Relation): boolean {
  return before !== undefined && before.trust === now.trust && before.ended_at === now.ended_at;
}

/** The edge of a relation between main names; undefined if one of its parts is empty, or both names mean the same. */
export async function relationDraft(core: Core, entry: NewRelation): Promise<EdgeDraft | undefined> {
  const { owner, from, to, relation, ...provenance } = entry;
  const [source, target] = await Promise.all([
    core.names.mainName(owner, from),
    core.names.mainName(owner, to),
  ]);
  const verb = relation.replace(/\s+/g, " ").trim().toLowerCase();
  if (verb === "" || nameKey(source) === "" || nameKey(target) === "") return undefined;
  if (nameKey(source) === nameKey(target)) return undefined;
  return {
    ...provenance,
    id: core.ids.create("rel"),
    source_id: entityNode(source),
    target_id: entityNode(target),
    source_name: source,
    target_name: target,
    relation: verb,
    weight: 1,
  };
}

/** Ends a relation that holds, keeping it as history; undefined if the owner has none with these words. */
export async function endRelation(
  core: Core,
  { owner, from, relation, to, trust }: NewRelation,
): Promise<Relation | undefined> {
  const draft = await relationDraft(core, { owner, from, relation, to, trust, origin: "tool" });
  const known = draft && (await core.storage.edges.find(owner, draft));
  if (known === undefined || known.ended_at !== undefined) return undefined;
  // Untrusted words end nothing that a person said.
  if (known.trust === "trusted" && trust === "untrusted") return known;
  return core.storage.edges.update(known, { ended_at: core.now() });
}

/** "Ann is the sister of Tom". */
export function relationLine({ from, relation, to }: Pick<Relation, "from" | "relation" | "to">): string {
  return `${from} ${relation} ${to}`;
}
