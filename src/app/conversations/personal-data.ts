/** Erasure and export of a person's conversations. */

import { AppError } from "../../domain/errors.ts";
import { trustId } from "../../domain/ids.ts";
import type { Principal } from "../../domain/principal.ts";
import { type ArchiveFile, textFile } from "../../export/archive.ts";
import type { ErasedCounts } from "../../jobs/erase-person.ts";
import type { ConversationServices } from "../services/conversations.ts";
import type { Platform } from "../services/platform.ts";
import type { RoomServices } from "../services/rooms.ts";
import { eraseConversation, leaveConversation } from "./erase-conversation.ts";

type Services = ConversationServices & RoomServices & Platform;

/** Erases their own conversations, and takes them out of those of others. */
export async function eraseConversations(
  services: Services,
  owner: string,
  heartbeat: () => Promise<void>,
): Promise<ErasedCounts> {
  const own = await services.conversations.ids(owner);
  for (const id of own) {
    await eraseConversation(services, id);
    await heartbeat();
  }
  for (const id of await joinedBy(services, owner)) {
    await leaveConversation(services, id, owner);
    await heartbeat();
  }
  return { conversations: own.length };
}

async function joinedBy({ conversations, visits }: Services, owner: string): Promise<Set<string>> {
  return new Set([...(await conversations.joined(owner)), ...(await visits.joinedBy(owner))]);
}

/** A file for each conversation, and for each text that they have read, under its hash. */
export async function* archiveConversations(
  services: Services,
  principal: Principal,
): AsyncGenerator<ArchiveFile> {
  const told = new Set<string>();
  for (const row of await services.conversations.ids(principal.owner)) {
    const id = trustId<"cnv">(row);
    try {
      const { archivedConversation, archivedTexts } = await import("./archived-conversation.ts");
      const text = await archivedConversation(services, id, principal);
      yield textFile(`conversations/${id}.json`, text);
      yield* archivedTexts(services, { id, principal, told });
    } catch (problem) {
      // The conversation was deleted while the archive was written.
      if (!(problem instanceof AppError) || problem.kind !== "resource_not_found") throw problem;
    }
  }
}
