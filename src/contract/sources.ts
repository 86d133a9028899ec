/** Sources: what a conversation has read, as the API answers it. */
import { z } from "zod";
import { namedSchema, time } from "./schema.ts";

const SourceFields = () =>
  z.object({
    hash: z.string(),
    kind: z.enum(["page", "file", "memory", "mail", "tool", "report"]),
    url: z.string().nullable(),
    title: z.string(),
    chars: z.number(),
    read_at: time(),
    trust: z.enum(["trusted", "untrusted"]),
  });

export const NumberedSourceShape = namedSchema("Source", () => SourceFields().extend({ n: z.number() }));

/** `start` and `end` are the place of `quote` in the source's text, in UTF-16 units. */
export const CitationShape = () =>
  z.object({
    type: z.literal("citation"),
    index: z.number(),
    url: z.string(),
    title: z.string(),
    /** Hash of the source's stored text. */
    source_id: z.string().optional(),
    quote: z.string().optional(),
    start: z.number().optional(),
    end: z.number().optional(),
  });

export const SourceTextShape = () => z.object({ source: NumberedSourceShape(), text: z.string() });
