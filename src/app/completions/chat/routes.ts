/** Chat completions: a program's message, and its answer in OpenAI's shapes. */
import { defineRoute, type Route } from "../../http/api.ts";
import { CompletionShape } from "./completion-shape.ts";
import { CompletionBody } from "./request.ts";

/** Limit in bytes: files come in base64 within the JSON. */
export const MOST_BYTES = 30 * 1024 * 1024;

export const completionRoutes: Route[] = ["/v1/chat/completions", "/chat/completions"].map((path) =>
  defineRoute({
    root: "",
    method: "post",
    path,
    policy: { who: "person", scope: "chat" },
    summary:
      "Says the last message to an agent or in a room (`model`), in the shape of OpenAI's API; the history before it finds the conversation.",
    body: CompletionBody,
    most: MOST_BYTES,
    answers: () => ({ 200: [CompletionShape(), "stream"] }),
    handler: async (context, { body }) => (await import("./complete.ts")).complete(context, body),
  }),
);
