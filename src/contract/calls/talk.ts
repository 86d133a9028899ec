/** Calls around conversations. */

import type { ConversationSummary, ConversationView } from "../conversations.ts";
import type { NewUploadFields, StoredFile, Upload } from "../files.ts";
import type { FoundMessage } from "../finding.ts";
import type { AcceptedInput, ChatAnswer } from "../inputs.ts";
import type { MessageShape, PageNotice } from "../messages.ts";
import type { JsonOf } from "../schema.ts";
import type { Replay, Turn } from "../turns.ts";
import type { ListPage, PageQuery } from "./lists.ts";

interface ConversationsQuery extends PageQuery {
  q?: string | undefined;
  archived?: boolean | undefined;
  folder?: string | null | undefined;
  tag?: string | null | undefined;
}

interface NewConversation {
  agent?: string | undefined;
  model?: string | undefined;
  mode?: string | undefined;
  temporary?: boolean | undefined;
}

interface SaidMessage {
  text: string;
  client_id?: string | undefined;
  files?: { file_id: string }[] | undefined;
  agent?: string | undefined;
  model?: string | undefined;
  mode?: string | undefined;
  tier?: string | undefined;
  heard?: { message_id: string; characters: number } | undefined;
  live?: boolean | undefined;
}

interface Notice {
  message: string;
  agent?: string | undefined;
  conversation_id?: string | undefined;
  tier?: string | undefined;
}

interface ChatBody {
  message: string;
  agent?: string | undefined;
  tier?: string | undefined;
  temporary?: boolean | undefined;
}

interface SpokenReply {
  call_id: string;
  words: string;
  repeated?: boolean | undefined;
}

interface Decided {
  call_id: string;
  decision: "allow_once" | "allow_task" | "always" | "deny";
  reason?: string | undefined;
}

interface ReplayChange {
  model?: string | undefined;
  agent?: string | undefined;
}

export interface TalkCalls {
  "POST /chat": { body: ChatBody; answer: ChatAnswer };
  "POST /notify": { body: Notice; answer: { queued: true; conversation_id: string } };
  "POST /uploads": { body: NewUploadFields; answer: Upload };
  "GET /uploads/{id}": { answer: Upload };
  "PUT /uploads/{id}": { query: { offset: number; sha256?: string | undefined }; body: Blob; answer: Upload };
  "POST /uploads/{id}/complete": { body: { sha256?: string | undefined }; answer: StoredFile };
  "POST /files": { query: { name?: string | undefined }; body: Blob | FormData; answer: StoredFile };
  "GET /conversations": { query: ConversationsQuery; answer: ListPage<ConversationSummary> };
  "GET /conversations/search": { query: { q: string } & PageQuery; answer: ListPage<FoundMessage> };
  "POST /conversations": { body: NewConversation; answer: ConversationView };
  "GET /conversations/{id}": { answer: ConversationView };
  "DELETE /conversations/{id}": { answer: null };
  "GET /conversations/{id}/messages": {
    query: { before?: string | null | undefined; limit?: number | undefined };
    answer: ListPage<JsonOf<typeof MessageShape>> & { notices?: PageNotice[] };
  };
  "POST /conversations/{id}/messages": { body: SaidMessage; answer: AcceptedInput };
  "POST /conversations/{id}/halt": { body: Record<never, never>; answer: AcceptedInput };
  "POST /conversations/{id}/answers": { body: { call_id: string; text: string }; answer: AcceptedInput };
  "POST /conversations/{id}/approvals": { body: Decided; answer: AcceptedInput };
  "POST /conversations/{id}/spoken-replies": { body: SpokenReply; answer: AcceptedInput };
  "GET /conversations/{id}/turns": { query: PageQuery; answer: ListPage<Turn> };
  "POST /conversations/{id}/turns/{turn}/replay": { body: ReplayChange; answer: Replay };
}
