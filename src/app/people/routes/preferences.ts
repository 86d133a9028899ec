/** A person's preferences: time zone, language, voice, and default agent. */
import { z } from "zod";
import { namedSchema } from "../../../contract/schema.ts";
import { definedOf } from "../../../domain/defined.ts";
import { isTimeZone } from "../../../domain/time/zone.ts";
import {
  INTERFACE_LANGUAGES,
  languageTag,
  NO_PREFERENCES,
  type Preferences,
} from "../../../people/preferences.ts";
import { type ApiContext, defineRoute, type Route, unwrap } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";

const language = () =>
  z
    .string()
    .max(35)
    .transform((text, context) => {
      const tag = languageTag(text);
      if (tag === undefined) context.addIssue(`"${text}" is not a language tag; write it as de or de-AT`);
      return tag ?? "";
    });
const timeZone = () =>
  z.string().max(100).refine(isTimeZone, "no such time zone; write it as Europe/Vienna, or UTC");

const model = () =>
  z
    .string()
    .max(200)
    .regex(/^[\w-]+\/\S+$/, "write it as provider/model, as GET /api/v1/models does");

const PreferencesBody = () =>
  z.object({
    time_zone: timeZone().nullable().optional(),
    language: language().nullable().optional(),
    interface_language: z.enum(INTERFACE_LANGUAGES).nullable().optional(),
    voice_replies: z.boolean().nullable().optional(),
    default_agent: z.string().max(200).nullable().optional(),
    default_model: model().nullable().optional(),
    favourite_models: z.array(model()).max(100).nullable().optional(),
  });
const PreferencesShape = namedSchema("Preferences", () =>
  z.object({
    time_zone: z.string().nullable(),
    language: z.string().nullable(),
    interface_language: z.enum(INTERFACE_LANGUAGES).nullable(),
    voice_replies: z.boolean().nullable(),
    default_agent: z.string().nullable(),
    default_model: z.string().nullable(),
    favourite_models: z.array(z.string()).nullable(),
  }),
);

const policy = { who: "person", scope: "write" } as const;

export const preferenceRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/preferences",
    policy: { who: "person", scope: "read" },
    summary: "What one prefers; null where one has not said.",
    answers: () => ({ 200: PreferencesShape() }),
    handler: async (context) =>
      reply(200, await servicesOf(context).people.preferences.get(context.get("principal").owner)),
  }),
  defineRoute({
    method: "patch",
    path: "/preferences",
    policy,
    summary: "Changes what is named of it; null takes a preference back.",
    body: PreferencesBody,
    answers: () => ({ 200: PreferencesShape() }),
    handler: (context, { body }) => save(context, definedOf(body)),
  }),
  defineRoute({
    method: "put",
    path: "/preferences",
    policy,
    summary: "Says all of it: what is not named is not preferred any more.",
    body: PreferencesBody,
    answers: () => ({ 200: PreferencesShape() }),
    handler: (context, { body }) => save(context, { ...NO_PREFERENCES, ...definedOf(body) }),
  }),
];

async function save(context: ApiContext, change: Partial<Preferences>) {
  const { people, frontDoor, preferenceCache } = servicesOf(context);
  const principal = context.get("principal");
  unwrap(await frontDoor.checkAgent(change.default_agent, principal));
  const { owner } = principal;
  const saved = await people.preferences.change(owner, change);
  preferenceCache.put(owner, saved);
  return reply(200, saved);
}
