/** Export of a conversation: all of its active branch, as Markdown or JSON. */
import { z } from "zod";
import { fileName } from "../../../domain/text/file-name.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { attachmentOf } from "../../http/serve-file.ts";
import { ofConversation, target } from "../conversation-access.ts";
import { FORMATS, type Format, wholeConversation } from "../whole-conversation.ts";

export const exportRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/conversations/:id/export",
    policy: { who: "person", scope: ["read", "chat"] },
    summary: "All messages of the active branch as one file: `format` is markdown or json.",
    params: ofConversation,
    query: () => z.object({ format: z.enum(FORMATS).default("markdown") }),
    answers: () => ({ 200: "file" }),
    handler: (context, { query }) => exported(context, query.format),
  }),
];

async function exported(context: ApiContext, format: Format): Promise<Response> {
  const { id, stub, principal } = target(context);
  const { title, text } = await wholeConversation({ id, stub, principal }, format);
  return new Response(text, { headers: headersOf(format, title) });
}

/** Characters that some system refuses in a file's name. */
const REFUSED = /[/\\:*?"<>|]/g;

/** The file is named by the conversation's title. */
function headersOf(format: Format, title: string): Record<string, string> {
  const [type, ending] = format === "json" ? ["application/json", "json"] : ["text/markdown", "md"];
  const name = fileName(title.replace(REFUSED, " "), "Conversation");
  return {
    "content-type": `${type}; charset=utf-8`,
    "content-disposition": attachmentOf(`${name}.${ending}`),
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  };
}
