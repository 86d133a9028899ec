/** The sources of a conversation, and their stored texts. */
import { z } from "zod";
import { NumberedSourceShape, SourceTextShape } from "../../../contract/messages.ts";
import { listOf } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import { isHash, isOwnersAlone } from "../../../domain/sources/source.ts";
import { R2SourceTexts } from "../../../storage/r2/source-texts.ts";
import { type ApiContext, defineRoute, type Route, unwrap } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { NOT_STORED, ofConversation, target } from "../conversation-access.ts";

const hash = () => z.string().refine(isHash, "the hash of a source: 64 hexadecimal digits");
const NOT_HERE = "This conversation has no such source.";
const OWNERS_ALONE =
  "Only the owner of the conversation can open the texts of files, memory, mail and tools that it has read.";
const NOT_KEPT =
  "The text of this source is not kept. Temporary chats keep none, and it goes with the conversation that read it.";

export const sourceRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/conversations/:id/sources",
    policy: { who: "person", scope: ["read", "chat"] },
    summary: "What the conversation has read, by the numbers of its citations.",
    params: ofConversation,
    answers: () => ({ 200: listOf(NumberedSourceShape()) }),
    async handler(context) {
      const { items } = await sourcesOf(context);
      return reply(200, { items, next_cursor: null });
    },
  }),
  defineRoute({
    method: "get",
    path: "/conversations/:id/sources/:hash",
    policy: { who: "person", scope: ["read", "chat"] },
    summary: "A source with its text, as it was read.",
    params: () => ofConversation().extend({ hash: hash() }),
    answers: () => ({ 200: SourceTextShape() }),
    async handler(context, { params }) {
      const { owner, items } = await sourcesOf(context);
      const found = items.filter((item) => item.hash === params.hash);
      const source = found.find(({ kind }) => !isOwnersAlone(kind)) ?? found[0];
      if (!source) throw new AppError("resource_not_found", NOT_HERE);
      if (isOwnersAlone(source.kind) && context.get("principal").owner !== owner)
        throw new AppError("forbidden", OWNERS_ALONE);
      const text = await textsOf(context).get(owner, params.hash);
      if (text === undefined) throw new AppError("resource_not_found", NOT_KEPT);
      return reply(200, { source, text }, NOT_STORED);
    },
  }),
  defineRoute({
    method: "get",
    path: "/sources/:hash",
    policy: { who: "person", scope: "read" },
    summary: "The text of a source that one of one's own conversations has read.",
    params: () => z.object({ hash: hash() }),
    answers: () => ({ 200: z.object({ hash: z.string(), text: z.string() }) }),
    async handler(context, { params }) {
      const text = await textsOf(context).get(context.get("principal").owner, params.hash);
      if (text === undefined) throw new AppError("resource_not_found", "You have no such source.");
      return reply(200, { hash: params.hash, text }, NOT_STORED);
    },
  }),
];

async function sourcesOf(context: ApiContext) {
  const { stub, principal } = target(context);
  return unwrap(await stub.sources(principal));
}

function textsOf({ env }: ApiContext): R2SourceTexts {
  return new R2SourceTexts(env.BUCKET);
}
