/** A conversation to take along: all of its active branch, as Markdown or JSON. */
import { z } from "zod";
import { headOf, messageAsMarkdown } from "../../../domain/conversation/conversation-markdown.ts";
import type { Message } from "../../../domain/message.ts";
import { type ApiContext, defineRoute, type Route, unwrap } from "../../api.ts";
import { ofConversation, target } from "../../conversations/conversation-access.ts";

const FORMATS = ["markdown", "json"] as const;
type Format = (typeof FORMATS)[number];

const PAGE = 200;

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
  const { title, agent, owner } = unwrap(await stub.state(principal));
  const messages = await written(context, format);
  const text =
    format === "markdown"
      ? `${headOf(title)}${messages.join("")}`
      : `{"conversation":${JSON.stringify({ id, title, agent, owner })},"messages":[${messages.join(",")}]}`;
  return new Response(text, { headers: headersOf(format, id) });
}

/** Each as it stands in the file, oldest first. Pages come from the end: what is written of one is all that is kept of it. */
async function written(context: ApiContext, format: Format): Promise<string[]> {
  const { stub, principal } = target(context);
  const pages: string[][] = [];
  let before: string | null = null;
  do {
    const page: { items: Message[]; next_cursor: string | null } = unwrap(
      await stub.messages(principal, { before, limit: PAGE }),
    );
    pages.push(
      page.items.map((message) => (format === "json" ? JSON.stringify(message) : messageAsMarkdown(message))),
    );
    before = page.next_cursor;
  } while (before !== null);
  return pages.reverse().flat();
}

function headersOf(format: Format, id: string): Record<string, string> {
  const [type, ending] = format === "json" ? ["application/json", "json"] : ["text/markdown", "md"];
  return {
    "content-type": `${type}; charset=utf-8`,
    "content-disposition": `attachment; filename="${id}.${ending}"`,
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  };
}
