/** Routes for the house's prompts: list, edit, versions, back to what ships, and a preview. For the operator. */
import { z } from "zod";
import {
  HousePromptEdit,
  HousePromptShape,
  HousePromptText,
  HousePromptVersionShape,
  housePromptName,
} from "../../contract/instance/house-prompts.ts";
import { listOf } from "../../contract/schema.ts";
import { defineRoute, type Route } from "../http/api.ts";
import { reply } from "../http/reply.ts";

const params = () => z.object({ name: housePromptName() });
const change = { who: "admin", scope: "admin" } as const;
const read = { who: "admin", scope: ["read", "admin"] } as const;
const answers = () => import("./answers.ts");

export const housePromptRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/house-prompts",
    policy: read,
    summary: "Prompts that Nightjar itself uses: their text, what ships, and whether they were edited.",
    answers: () => ({ 200: listOf(HousePromptShape()) }),
    handler: async (context) => reply(200, await (await answers()).list(context)),
  }),
  defineRoute({
    method: "put",
    path: "/house-prompts/:name",
    policy: change,
    summary: "Edits a prompt; a template that is broken is refused with its line.",
    params,
    body: HousePromptEdit,
    answers: () => ({ 200: HousePromptShape() }),
    handler: async (context, { params: { name }, body }) =>
      reply(200, await (await answers()).edit(context, name, body)),
  }),
  defineRoute({
    method: "delete",
    path: "/house-prompts/:name",
    policy: change,
    summary: "Goes back to the text that ships; the versions stay.",
    params,
    answers: () => ({ 200: HousePromptShape() }),
    handler: async (context, { params: { name } }) =>
      reply(200, await (await answers()).restore(context, name)),
  }),
  defineRoute({
    method: "get",
    path: "/house-prompts/:name/versions",
    policy: read,
    summary: "Its versions, the newest first.",
    params,
    answers: () => ({ 200: listOf(HousePromptVersionShape()) }),
    handler: async (context, { params: { name } }) =>
      reply(200, await (await answers()).versions(context, name)),
  }),
  defineRoute({
    method: "post",
    path: "/house-prompts/:name/preview",
    policy: change,
    summary: "A text of it with sample values in the place of its variables.",
    params,
    body: HousePromptText,
    answers: () => ({ 200: z.object({ text: z.string() }) }),
    handler: async (context, { params: { name }, body: { text } }) =>
      reply(200, (await answers()).preview(context, name, text)),
  }),
];
