/** Imports a conversation from elsewhere. All of its content is untrusted. */

import type { ConversationInit } from "../../domain/conversation/conversation.ts";
import type { MessageId } from "../../domain/ids.ts";
import type { MediaPart, Message, Part } from "../../domain/message.ts";
import { oneLine } from "../../domain/text/hidden-text.ts";
import type { ImportedConversation } from "../../export/imported-conversation.ts";
import type { Picture, Saying } from "../../export/said.ts";
import { derivedConversation } from "../../routing/address.ts";
import { R2SourceTexts } from "../../storage/r2/source-texts.ts";
import { unwrap } from "../http/api.ts";
import { conversationStub } from "../objects/stubs.ts";
import { CitedTexts, type FindText } from "./cited-texts.ts";
import { indexImportJob } from "./index-import.ts";
import type { Services } from "./services.ts";

const LONGEST_FOLDER = 60;
const LONGEST_TAG = 40;
const MOST_TAGS = 20;

/** Stores a picture of the export; undefined: the export does not hold it. */
export type StorePicture = (picture: Picture) => Promise<MediaPart | undefined>;

/** Idempotent: an existing conversation is not changed. */
export async function bringIn(
  services: Services,
  owner: string,
  { past, store, find }: { past: ImportedConversation; store: StorePicture; find: FindText },
): Promise<"imported" | "known"> {
  if (
    past.conversation !== undefined &&
    (await services.conversations.get(past.conversation))?.owner === owner
  )
    return "known";
  const conversation_id = await derivedConversation(owner, ["import", past.source]);
  if (await services.conversations.get(conversation_id)) return "known";
  const plan = services.frontDoor.planCopy(owner, { channel: "web", title: past.title.slice(0, 200) });
  const init: ConversationInit = { ...plan, conversation_id };
  const texts = new R2SourceTexts(services.env.BUCKET);
  const inIt = new Map(Object.entries(past.texts ?? {}));
  const cited = new CitedTexts({
    ...{ owner, conversation_id, texts },
    find: async (key) => inIt.get(key) ?? find(key),
  });
  const messages = await messagesOf(services, past, { store, cited });
  const times = timesOf(past);
  unwrap(await conversationStub(services.env, conversation_id).bringIn(init, messages, times));
  await services.jobs.enqueue(indexImportJob(owner, conversation_id));
  await services.indexNew(init, times);
  await sort(services, init, past);
  return "imported";
}

/** Puts it into its folder, with its tags. */
async function sort(
  services: Services,
  { conversation_id, owner }: ConversationInit,
  past: ImportedConversation,
) {
  const tags = (past.tags ?? []).map((tag) => oneLine(tag, LONGEST_TAG)).filter((tag) => tag !== "");
  if (past.is_archived) {
    const principal = { owner, role: "member", name: "" } as const;
    unwrap(await conversationStub(services.env, conversation_id).patch(principal, { archived: true }));
  }
  await services.conversations.patch(conversation_id, {
    ...(past.folder !== undefined && { folder: oneLine(past.folder, LONGEST_FOLDER) }),
    ...(tags.length > 0 && { tags: JSON.stringify([...new Set(tags)].slice(0, MOST_TAGS)) }),
    ...(past.is_pinned && { pinned: true }),
    ...(past.is_archived && { archived: true }),
  });
}

/** Its own times, so that the list has it where it belongs. Undefined: it tells none. */
function timesOf({ said }: ImportedConversation): { created_at: number; updated_at: number } | undefined {
  const times = said.flatMap(({ at }) => (at === undefined ? [] : [Date.parse(at)]));
  if (times.length === 0) return undefined;
  return {
    created_at: times.reduce((one, other) => Math.min(one, other)),
    updated_at: times.reduce((one, other) => Math.max(one, other)),
  };
}

/** Newest first, the one that the conversation was left at before all others. */
async function messagesOf(
  { ids, now }: Services,
  { said, head }: ImportedConversation,
  media: Beside,
): Promise<Message[]> {
  const imported_at = new Date(now()).toISOString();
  const made: MessageId[] = [];
  const messages: Message[] = [];
  for (const saying of said) {
    const id = ids.create("msg");
    const parent_id = saying.parent === null ? null : (made[saying.parent] ?? null);
    const { role, at = imported_at, model } = saying;
    const parts = await partsOf({ ...saying, at }, media);
    made.push(id);
    messages.push({
      id,
      parent_id,
      role,
      parts,
      status: "complete",
      created_at: at,
      ...(model !== undefined && { model }),
    });
  }
  const [last] = messages.splice(head, 1);
  return [...(last ? [last] : []), ...messages.reverse()];
}

interface Beside {
  store: StorePicture;
  cited: CitedTexts;
}

async function partsOf(
  { text, at, pictures = [], citations = [] }: Saying & { at: string },
  { store, cited }: Beside,
): Promise<Part[]> {
  const stored: Part[] = [];
  for (const picture of pictures) {
    const media = await store(picture);
    if (media) stored.push(media);
  }
  const isLost = text.trim() === "" && stored.length === 0;
  const words = isLost ? "[A picture that the export does not hold]" : text;
  if (words.trim() === "") return stored;
  return [...stored, { type: "text", text: words }, ...(await cited.partsOf(citations, at))];
}
