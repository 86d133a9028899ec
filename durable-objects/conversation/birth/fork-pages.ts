/** Fetches the branch for a fork from its conversation, page by page, and maps failures for the caller. */
import { type Failure, failure } from "../../../src/domain/errors.ts";
import type { Message } from "../../../src/domain/message.ts";
import type { Principal } from "../../../src/domain/principal.ts";
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
