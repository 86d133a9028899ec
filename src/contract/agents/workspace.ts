/** Files of the workspace. */
import { z } from "zod";
import { type JsonOf, namedSchema, time } from "../schema.ts";

export const WorkspaceFileShape = namedSchema("WorkspaceFile", () =>
  z.object({
    path: z.string(),
    size: z.number(),
    media_type: z.string(),
    updated_at: time(),
    etag: z.string(),
    trust: z.enum(["trusted", "untrusted"]),
  }),
);

export const FileVersionShape = () => z.object({ id: z.string(), size: z.number(), replaced_at: time() });

export const WrittenFileShape = () =>
  z.object({ path: z.string(), size: z.number(), etag: z.string(), created: z.boolean() });

export type WorkspaceFile = JsonOf<typeof WorkspaceFileShape>;
export type FileVersion = JsonOf<typeof FileVersionShape>;
export type WrittenFile = JsonOf<typeof WrittenFileShape>;
