/** Files of the workspace. */
import { z } from "zod";
import { type JsonOf, listOf, namedSchema, time } from "../schema.ts";

export const WorkspaceFileShape = namedSchema("WorkspaceFile", () =>
  z.object({
    path: z.string(),
    size: z.number(),
    media_type: z.string(),
    updated_at: time(),
    etag: z.string(),
    trust: z.enum(["trusted", "untrusted"]),
    version: z.number(),
  }),
);

/** Author and time of a version; null: not recorded. */
const written = () => ({
  version: z.number(),
  by: z.enum(["person", "agent"]).nullable(),
  /** Slug of the agent. */
  agent: z.string().nullable(),
  conversation_id: z.string().nullable(),
  message_id: z.string().nullable(),
  written_at: time().nullable(),
});

export const FileVersionShape = () =>
  z.object({ id: z.string(), size: z.number(), replaced_at: time(), ...written() });

/** Earlier versions, newest first; `current` is null once the file is removed. */
export const FileVersionsShape = () =>
  listOf(FileVersionShape()).extend({
    current: z.object({ size: z.number(), etag: z.string(), ...written() }).nullable(),
  });

export const WrittenFileShape = () =>
  z.object({
    path: z.string(),
    size: z.number(),
    etag: z.string(),
    created: z.boolean(),
    version: z.number(),
  });

export type WorkspaceFile = JsonOf<typeof WorkspaceFileShape>;
export type FileVersion = JsonOf<typeof FileVersionShape>;
export type FileVersions = JsonOf<typeof FileVersionsShape>;
export type WrittenFile = JsonOf<typeof WrittenFileShape>;
