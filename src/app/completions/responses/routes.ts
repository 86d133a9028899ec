/** The Responses API: the same turns as chat completions, in its own shapes. */
import { defineRoute, type Route } from "../../http/api.ts";
import { MOST_BYTES } from "../chat/routes.ts";
import { ResponsesBody } from "./request.ts";
import { ResponseShape } from "./response.ts";

export const responseRoutes: Route[] = [
  defineRoute({
    root: "",
    method: "post",
    path: "/v1/responses",
    policy: { who: "person", scope: "chat" },
    summary:
      "Says the last input to an agent or in a room (`model`), in the shapes of OpenAI's Responses API.",
    body: ResponsesBody,
    most: MOST_BYTES,
    answers: () => ({ 200: [ResponseShape(), "stream"] }),
    handler: async (context, { body }) => (await import("./respond.ts")).respond(context, body),
  }),
];
