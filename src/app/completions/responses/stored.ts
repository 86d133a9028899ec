/** Responses that were made earlier: read, followed, stopped and deleted by their ids. */
import { z } from "zod";
import { defineRoute, type Route } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { ResponseShape } from "./response.ts";

const ofResponse = () => z.object({ id: z.string().max(300) });

const DeletedShape = () =>
  z.object({ id: z.string(), object: z.literal("response.deleted"), deleted: z.literal(true) });

const ItemsShape = () =>
  z.object({
    object: z.literal("list"),
    data: z.array(z.looseObject({ type: z.string() })),
    first_id: z.string().nullable(),
    last_id: z.string().nullable(),
    has_more: z.literal(false),
  });

/** Loaded by the first request that asks for one. */
const stored = () => import("./stored-response.ts");

export const storedResponseRoutes: Route[] = [
  defineRoute({
    root: "",
    method: "get",
    path: "/v1/responses/:id",
    policy: { who: "person", scope: "read" },
    summary: "A response made earlier; with stream=true its events, from the first on.",
    params: ofResponse,
    query: () => z.looseObject({ stream: z.enum(["true", "false"]).optional() }),
    answers: () => ({ 200: [ResponseShape(), "stream"] }),
    handler: async (context, { params, query }) =>
      (await stored()).retrieve(context, params.id, query.stream === "true"),
  }),
  defineRoute({
    root: "",
    method: "get",
    path: "/v1/responses/:id/input_items",
    policy: { who: "person", scope: "read" },
    summary: "What the person has said for a response.",
    params: ofResponse,
    query: () => z.looseObject({}),
    answers: () => ({ 200: ItemsShape() }),
    handler: async (context, { params }) => reply(200, await (await stored()).inputItems(context, params.id)),
  }),
  defineRoute({
    root: "",
    method: "post",
    path: "/v1/responses/:id/cancel",
    policy: { who: "person", scope: "chat" },
    summary: "Stops the answer that a response waits for.",
    // Programs send an empty body or none.
    takes: ["*/*"],
    params: ofResponse,
    answers: () => ({ 200: ResponseShape() }),
    handler: async (context, { params }) => (await stored()).cancel(context, params.id),
  }),
  defineRoute({
    root: "",
    method: "delete",
    path: "/v1/responses/:id",
    policy: { who: "person", scope: "chat" },
    summary: "Deletes a response's answer and the message that it answered.",
    params: ofResponse,
    answers: () => ({ 200: DeletedShape() }),
    handler: async (context, { params: { id } }) => {
      await (await stored()).remove(context, id);
      return reply(200, { id, object: "response.deleted" as const, deleted: true as const });
    },
  }),
];
