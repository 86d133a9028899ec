/** The list of models that programs choose from. */
import { z } from "zod";
import { namedSchema } from "../../../contract/schema.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { listTargets, noSuchModel, type TargetSummary } from "../call/target.ts";

const ModelShape = namedSchema("CompatibleModel", () =>
  z.object({
    id: z.string(),
    object: z.literal("model"),
    created: z.number(),
    owned_by: z.string(),
    name: z.string(),
    description: z.string(),
    kind: z.enum(["agent", "room"]),
  }),
);

export const modelRoutes: Route[] = [
  defineRoute({
    root: "",
    method: "get",
    path: "/v1/models",
    policy: { who: "person", scope: ["read", "chat"] },
    summary: "Agents and rooms that one may talk to, in the shape of OpenAI's API.",
    answers: () => ({ 200: z.object({ object: z.literal("list"), data: z.array(ModelShape()) }) }),
    handler: async (context) =>
      reply(200, { object: "list", data: (await listTargets(context)).map(modelOf) }),
  }),
  defineRoute({
    root: "",
    method: "get",
    path: "/v1/models/:model",
    policy: { who: "person", scope: ["read", "chat"] },
    summary: "One of them.",
    params: () => z.object({ model: z.string().max(200) }),
    answers: () => ({ 200: ModelShape() }),
    handler: (context, { params: { model } }) => one(context, model),
  }),
];

async function one(context: ApiContext, model: string) {
  const found = (await listTargets(context)).find(({ id }) => id === model);
  if (!found) throw await noSuchModel(context, model);
  return reply(200, modelOf(found));
}

function modelOf({ created_at, asks_first: _asks, never_uses: _never, ...known }: TargetSummary) {
  return { ...known, object: "model" as const, created: Math.floor(created_at / 1000), owned_by: "nightjar" };
}
