/** The route to which senders post their events. A sender who proves nothing is told nothing. */
import { z } from "zod";
import { TakenDeliveryShape } from "../../../contract/hooks/hooks.ts";
import { MOST_BYTES, takeDelivery } from "../../../hooks/take.ts";
import { joinBytes } from "../../../platform/bytes.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { backgroundOf } from "../../http/inbound.ts";
import { reply } from "../../http/reply.ts";
import { acceptedDelivery } from "./deliveries.ts";
import { hookParams, verbs } from "./hooks.ts";

/** Senders choose their own parameters; one of them may be the secret. */
const anyQuery = () => z.looseObject({});

export const receiveRoutes: Route[] = [
  defineRoute({
    method: "post",
    path: "/hooks/:id",
    policy: { who: "public" },
    summary: "An event from outside, proved by the hook's secret. The same delivery again has one effect.",
    params: hookParams,
    query: anyQuery,
    takes: ["*/*"],
    answers: () => ({ 200: TakenDeliveryShape(), 202: TakenDeliveryShape() }),
    handler: (context, { params: { id } }) => receive(context, id),
  }),
  defineRoute({
    method: "post",
    path: "/hooks/:id/in/:secret",
    policy: { who: "public" },
    summary: "An event of a sender that can set nothing but the address, whose end is the hook's secret.",
    params: () => hookParams().extend({ secret: z.string().max(500) }),
    query: anyQuery,
    takes: ["*/*"],
    answers: () => ({ 200: TakenDeliveryShape(), 202: TakenDeliveryShape() }),
    handler: (context, { params: { id, secret } }) => receive(context, id, secret),
  }),
];

async function receive(context: ApiContext, hook_id: string, path_secret?: string) {
  const request = context.req.raw;
  const taken = await takeDelivery(verbs(context), {
    hook_id,
    headers: request.headers,
    to: {
      query: new URL(request.url).searchParams,
      ...(path_secret !== undefined && { path_secret }),
    },
    body: () => wholeBody(request),
    background: backgroundOf(context),
  });
  return reply(taken.status === "accepted" ? 202 : 200, acceptedDelivery(taken));
}

/** Undefined if the body is larger than a hook takes. Never reads more than that. */
async function wholeBody(request: Request): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (Number(request.headers.get("content-length") ?? 0) > MOST_BYTES) return undefined;
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of request.body ?? []) {
    length += piece.length;
    if (length > MOST_BYTES) return undefined;
    pieces.push(piece);
  }
  return joinBytes(pieces);
}
