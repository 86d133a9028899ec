/** Texts with a meaning for programs, which several settings are made of. */
import type { CodeField, WithoutLabel } from "./field.ts";

type Code = WithoutLabel<CodeField>;

/** Address of an agent, a room or a client. */
export const SLUG = {
  kind: "code",
  must: {
    is: /^[a-z0-9][a-z0-9-]{0,62}$/,
    otherwise: "a slug has lower-case letters, digits and dashes only",
  },
} as const satisfies Code;

/** `provider/model`. */
export const MODEL = {
  kind: "code",
  isModel: true,
  most: 200,
  must: { is: /^[a-z0-9-]+\/.+$/, otherwise: "a model is written provider/model" },
} as const satisfies Code;

export const WORKSPACE_FILE = {
  kind: "code",
  least: 1,
  most: 200,
  mustNot: { is: /^\/|(^|\/)\.\.?(\/|$)|\\/, otherwise: "a file is named by its path in the workspace" },
} as const satisfies Code;

/** Name of a context tier. */
export const TIER = {
  kind: "code",
  least: 1,
  most: 40,
  must: {
    is: /^[a-z0-9][a-z0-9_-]*$/,
    otherwise: "the name of a tier has small letters, digits, - and _ only",
  },
} as const satisfies Code;

/** Host of the web, which stands for all below it. */
export const HOST = {
  kind: "code",
  most: 253,
  must: {
    is: /^[a-z0-9-]+(\.[a-z0-9-]+)+$/,
    otherwise: "a site is written as its host, such as example.org",
  },
} as const satisfies Code;

/** Id of a person; null: nobody. */
export const PERSON = { kind: "code", least: 1, most: 100, default: null } as const satisfies Code;

/** `#rrggbb`. */
export const COLOR = {
  kind: "code",
  must: { is: /^#[0-9a-f]{6}$/, otherwise: "a colour is written #rrggbb, in lower case" },
} as const satisfies Code;
