/** Long-term memory over HTTP. */
import type { Page } from "../../../src/channels/web/wire.ts";
import type { ForgetSummary, Forgetting, ForgottenItem } from "../../../src/contract/memory/forgotten.ts";
import type { Hit, SearchAnswer } from "../../../src/contract/memory/found.ts";
import type {
  Commitment,
  CommitmentStatus,
  Episode,
  Fact,
  Note,
  Relation,
  Wish,
} from "../../../src/contract/memory/items.ts";
import type { Suggestion } from "../../../src/contract/memory/suggestions.ts";
import { call, query, type Result } from "../http.ts";

/** Views of memory: notes, standing wishes, facts, relations, promises, summaries of conversations. */
export type MemoryKind = "notes" | "wishes" | "facts" | "relations" | "promises" | "episodes";

export type {
  Commitment,
  CommitmentStatus,
  Episode,
  Fact,
  ForgetSummary,
  ForgottenItem,
  Hit,
  Note,
  Relation,
  Suggestion,
  Wish,
};

const PATHS = {
  notes: "items",
  wishes: "wishes",
  facts: "facts",
  relations: "relations",
  promises: "commitments",
  episodes: "episodes",
} as const;

export type MemoryItemByKind = {
  notes: Note;
  wishes: Wish;
  facts: Fact;
  relations: Relation;
  promises: Commitment;
  episodes: Episode;
};

/** Kinds whose ended items are kept as history. */
const WITH_HISTORY: readonly MemoryKind[] = ["wishes", "facts", "relations"];

/** Newest first. `history` includes wishes, facts and relations that no longer hold. */
export function listMemoryItems<S extends MemoryKind>(
  shelf: S,
  page: { cursor: string | null; history: boolean },
): Promise<Result<Page<MemoryItemByKind[S]>>> {
  const { cursor, history } = page;
  return call(
    "GET",
    `/memory/${PATHS[shelf]}${query({ cursor, history: (history && WITH_HISTORY.includes(shelf)) || null })}`,
  );
}

export function searchMemory(q: string): Promise<Result<SearchAnswer>> {
  return call("GET", `/memory/search${query({ q, k: 30 })}`);
}

export function changeMemoryItem(shelf: MemoryKind, id: string, change: object): Promise<Result<unknown>> {
  return call("PATCH", `/memory/${PATHS[shelf]}/${encodeURIComponent(id)}`, change);
}

export function addRelation(relation: Pick<Relation, "from" | "relation" | "to">): Promise<Result<Relation>> {
  return call("POST", "/memory/relations", relation);
}

/** `withSources` also forgets where it was said. */
export function deleteMemoryItem(
  shelf: MemoryKind,
  id: string,
  { withSources }: { withSources: boolean },
): Promise<Result<unknown>> {
  const sources = query({ sources: withSources || null });
  return call("DELETE", `/memory/${PATHS[shelf]}/${encodeURIComponent(id)}${sources}`);
}

/** `isTrial` only counts; `isFinal` makes it irreversible. */
export function forgetAbout(
  about: string,
  { isTrial, isFinal }: { isTrial: boolean; isFinal: boolean },
): Promise<Result<Forgetting>> {
  return call("POST", "/memory/forget", { about, dry_run: isTrial, final: isFinal });
}

export function listSuggestions(): Promise<Result<Page<Suggestion>>> {
  return call("GET", "/memory/suggestions");
}

export function trustSuggestion({ path, kind, scope }: Suggestion): Promise<Result<unknown>> {
  return call("PATCH", path, { trust: "trusted", ...(kind === "state" && { scope }) });
}

export function forgetSuggestion({ path, kind }: Suggestion): Promise<Result<unknown>> {
  // For a state key or a name only the suggestion is deleted: the trusted value stays.
  const only = kind === "state" || kind === "alias" ? query({ trust: "untrusted" }) : "";
  return call("DELETE", `${path}${only}`);
}

export function listForgotten(cursor: string | null): Promise<Result<Page<ForgottenItem>>> {
  return call("GET", `/memory/forgotten${query({ cursor })}`);
}

export function restoreForgotten(id: string): Promise<Result<unknown>> {
  return call("POST", `/memory/forgotten/${encodeURIComponent(id)}/restore`);
}

export function dropForgotten(id: string): Promise<Result<unknown>> {
  return call("DELETE", `/memory/forgotten/${encodeURIComponent(id)}`);
}

export const EXPORT_PATH = "/api/v1/memory/export";
