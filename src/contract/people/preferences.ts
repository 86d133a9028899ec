/** Preferences of a person. */
import { z } from "zod";
import { INTERFACE_LANGUAGES } from "../../domain/text/translated/languages.ts";
import { isTimeZone } from "../../domain/time/zone.ts";
import { languageTag, MOST_INSTRUCTIONS } from "../../people/preferences.ts";
import { type JsonOf, namedSchema, type SchemaInput } from "../schema.ts";

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

const instructions = () =>
  z.string().trim().max(MOST_INSTRUCTIONS, `at most ${MOST_INSTRUCTIONS} characters`);

const color = () => z.string().regex(/^#[0-9a-f]{6}$/, "a colour is written #rrggbb, in lower case");

export const PreferencesChangeFields = () =>
  z.object({
    time_zone: timeZone().nullable().optional(),
    language: language().nullable().optional(),
    interface_language: z.enum(INTERFACE_LANGUAGES).nullable().optional(),
    voice_replies: z.boolean().nullable().optional(),
    keep_recordings: z.boolean().nullable().optional(),
    default_agent: z.string().max(200).nullable().optional(),
    default_model: model().nullable().optional(),
    favourite_models: z.array(model()).max(100).nullable().optional(),
    about_me: instructions().nullable().optional(),
    answer_style: instructions().nullable().optional(),
    custom_instructions: z.boolean().nullable().optional(),
    avatar: z.string().max(100).nullable().optional(),
    avatar_color: color().nullable().optional(),
    is_set_up: z.boolean().nullable().optional(),
    seen_version: z.string().max(40).nullable().optional(),
  });

export const PreferencesShape = namedSchema("Preferences", () =>
  z.object({
    time_zone: z.string().nullable(),
    language: z.string().nullable(),
    interface_language: z.enum(INTERFACE_LANGUAGES).nullable(),
    voice_replies: z.boolean().nullable(),
    keep_recordings: z.boolean().nullable(),
    default_agent: z.string().nullable(),
    default_model: z.string().nullable(),
    favourite_models: z.array(z.string()).nullable(),
    about_me: z.string().nullable(),
    answer_style: z.string().nullable(),
    custom_instructions: z.boolean().nullable(),
    avatar: z.string().nullable(),
    avatar_color: z.string().nullable(),
    is_set_up: z.boolean().nullable(),
    seen_version: z.string().nullable(),
  }),
);

export type Preferences = JsonOf<typeof PreferencesShape>;
export type PreferencesChange = SchemaInput<typeof PreferencesChangeFields>;
