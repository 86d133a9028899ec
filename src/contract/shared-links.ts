/** Links by which strangers read a snapshot of a conversation. */
import { z } from "zod";
import { BrandingShape } from "./instance/branding.ts";
import { type JsonOf, namedSchema, type SchemaInput, time } from "./schema.ts";

const contents = () => ({
  include_tools: z.boolean(),
  include_files: z.boolean(),
  include_names: z.boolean(),
});

export const SharedLinkShape = namedSchema("SharedLink", () =>
  z.object({
    id: z.string(),
    conversation_id: z.string(),
    /** Null: the whole conversation. */
    message_id: z.string().nullable(),
    title: z.string(),
    ...contents(),
    messages: z.number(),
    created_at: time(),
    /** Time of the snapshot. */
    updated_at: time(),
    expires_at: time().nullable(),
  }),
);

/** The only answer that contains the address. */
export const NewSharedLinkShape = namedSchema("NewSharedLink", () =>
  SharedLinkShape().extend({ url: z.string() }),
);

export const SharedLinksShape = () =>
  z.object({
    items: z.array(SharedLinkShape()),
    next_cursor: z.null(),
    /** Whether this instance allows links. */
    allowed: z.boolean(),
  });

export const SharedLinkFields = () =>
  z.object({
    /** The answer that is shared alone; null: the whole conversation. */
    message_id: z.string().max(100).nullable().default(null),
    expires_in: z.enum(["day", "week", "month", "never"]).default("week"),
    include_tools: z.boolean().default(false),
    include_files: z.boolean().default(false),
    include_names: z.boolean().default(false),
  });

export const SharingFields = () => z.object({ allowed: z.boolean() });

const SharedPartShape = () =>
  z.discriminatedUnion("type", [
    z.object({ type: z.literal("text"), text: z.string() }),
    z.object({
      type: z.literal("tool"),
      name: z.string(),
      input: z.string(),
      result: z.string().nullable(),
      is_error: z.boolean(),
    }),
    z.object({
      type: z.literal("file"),
      kind: z.enum(["image", "audio", "file"]),
      file_id: z.string(),
      name: z.string(),
      media_type: z.string(),
    }),
    z.object({
      type: z.literal("citation"),
      index: z.number(),
      url: z.string(),
      title: z.string(),
      quote: z.string().optional(),
    }),
  ]);

export const SharedSnapshotShape = namedSchema("SharedSnapshot", () =>
  z.object({
    title: z.string(),
    taken_at: time(),
    branding: BrandingShape(),
    messages: z.array(
      z.object({
        role: z.enum(["user", "assistant"]),
        name: z.string().nullable(),
        created_at: z.string(),
        parts: z.array(SharedPartShape()),
      }),
    ),
  }),
);

export type SharedLink = JsonOf<typeof SharedLinkShape>;
export type NewSharedLink = JsonOf<typeof NewSharedLinkShape>;
export type SharedLinks = JsonOf<typeof SharedLinksShape>;
export type SharedLinkFields = SchemaInput<typeof SharedLinkFields>;
export type SharedSnapshot = JsonOf<typeof SharedSnapshotShape>;
