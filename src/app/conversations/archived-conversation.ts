/** A conversation as a file of a person's export: all messages of every branch, and its place in the list. */
import type { ConversationId } from "../../domain/ids.ts";
import type { Principal } from "../../domain/principal.ts";
import { type ArchiveFile, textFile } from "../../export/archive.ts";
import { parseJson } from "../../platform/json.ts";
import { R2SourceTexts } from "../../storage/r2/source-texts.ts";
import { unwrap } from "../http/api.ts";
import { conversationStub } from "../objects/stubs.ts";
import type { ConversationServices } from "../services/conversations.ts";
import type { Platform } from "../services/platform.ts";

const PAGE = 200;

/** Throws an AppError when it is gone. */
export async function archivedConversation(
  { env, conversations }: Pick<ConversationServices, "conversations"> & Pick<Platform, "env">,
  id: ConversationId,
  principal: Principal,
): Promise<string> {
  const stub = conversationStub(env, id);
  const { title, agent, owner } = unwrap(await stub.state(principal));
  const row = await conversations.get(id);
  const pages: string[][] = [];
  let before: string | null = null;
  let head: string | null = null;
  do {
    const page: { head: string | null; items: { id: string }[] } = unwrap(
      await stub.recorded(principal, { before, limit: PAGE }),
    );
    head = page.head;
    pages.push(page.items.map((message) => JSON.stringify(message)).reverse());
    before = page.items.length < PAGE ? null : (page.items.at(-1)?.id ?? null);
  } while (before !== null);
  const { folder = "", tags = "[]", pinned = false, archived = false } = row ?? {};
  const place = { folder, tags: parseJson(tags) ?? [], pinned, archived };
  const about = JSON.stringify({ id, title, agent, owner, head, ...place });
  return `{"conversation":${about},"messages":[${pages.reverse().flat().join(",")}]}`;
}

interface TextsOf {
  id: ConversationId;
  principal: Principal;
  /** Hashes of the texts that the export has already: grows. */
  told: Set<string>;
}

/** Texts of what it has read, each under its hash. Throws an AppError when the conversation is gone. */
export async function* archivedTexts(
  { env }: Pick<Platform, "env">,
  { id, principal, told }: TextsOf,
): AsyncGenerator<ArchiveFile> {
  const { owner, items } = unwrap(await conversationStub(env, id).sources(principal));
  const texts = new R2SourceTexts(env.BUCKET);
  for (const { hash } of items) {
    if (told.has(hash)) continue;
    told.add(hash);
    const text = await texts.get(owner, hash);
    if (text !== undefined) yield textFile(`sources/${hash}.txt`, text);
  }
}
