/** Fetches the branch for a fork from its conversation, page by page, and maps failures for the caller. */
import type { SourceTexts } from "../../../src/agent/ports/sources.ts";
import { sourcesIn } from "../../../src/agent/sources/number.ts";
import { type Failure, failure } from "../../../src/domain/errors.ts";
import type { Message } from "../../../src/domain/message.ts";
import type { Principal } from "../../../src/domain/principal.ts";
import { isOwnersAlone } from "../../../src/domain/sources/source.ts";
import type { MetaInit } from "../rows/meta.ts";
import type { BranchPage } from "./branch-page.ts";

type Paged = { ok: true; value: BranchPage } | { ok: false; failure: Failure };

export interface BranchSource {
  branchPage(principal: Principal, from: string): Promise<Paged>;
}

/**
 * Newest first. Returns at once, with the failure if any, when there is no such branch; rejects when it
 * breaks later.
 */
export async function* pagesOf(
  source: BranchSource,
  principal: Principal,
  message_id: string,
): AsyncGenerator<BranchPage, Failure | undefined> {
  for (let next: string | null = message_id; next !== null; ) {
    const page = await source.branchPage(principal, next);
    if (!page.ok && next === message_id) return page.failure;
    if (!page.ok) throw new Error(page.failure.reason);
    if (page.value.messages.length === 0) return undefined;
    yield page.value;
    next = page.value.next;
  }
  return undefined;
}

/** The messages have no owner here, so none of their contents is trusted. */
export async function* pageFromElsewhere(messages: Message[]): AsyncGenerator<BranchPage, void> {
  yield { owner: "", messages, compactions: [], next: null };
}

export async function* after<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T, void> {
  yield first;
  yield* rest;
}

export function noSuchMessage(id: string): Failure {
  return failure("resource_not_found", `There is no message ${id} in that conversation.`);
}

/** Texts that one copy keeps, the newest first: what one call of an object may ask of the bucket. */
const MOST_TEXTS = 300;

type CopyOf = Pick<MetaInit, "owner" | "conversation_id">;

/**
 * Passes pages on once their texts are kept for the copy. To another owner go the texts that readers of the conversation may
 * open. Rejects when the bucket does: the fork must not begin with texts that may go.
 */
export async function* withTexts(
  pages: AsyncIterable<BranchPage>,
  { owner, conversation_id: id }: CopyOf,
  texts: SourceTexts,
): AsyncGenerator<BranchPage, void> {
  const kept = new Set<string>();
  for await (const page of pages) {
    const fresh = hashesOf(page, owner).filter((hash) => !kept.has(hash));
    const room = fresh.slice(0, MOST_TEXTS - kept.size);
    for (const hash of room) kept.add(hash);
    if (page.owner === owner) await texts.share(owner, id, room);
    else for (const hash of room) await copy(texts, { from: page.owner, hash }, { owner, id });
    yield page;
  }
}

function hashesOf({ owner, messages }: BranchPage, reader: string): string[] {
  const sources = messages.flatMap(({ parts }) => sourcesIn(parts));
  const open = owner === reader ? sources : sources.filter(({ kind }) => !isOwnersAlone(kind));
  return [...new Set(open.map(({ hash }) => hash))];
}

async function copy(
  texts: SourceTexts,
  { from, hash }: { from: string; hash: string },
  to: { owner: string; id: CopyOf["conversation_id"] },
): Promise<void> {
  const text = await texts.get(from, hash);
  if (text !== undefined) await texts.put(to.owner, to.id, text);
}
