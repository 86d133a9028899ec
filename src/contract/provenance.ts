/** Provenance of a call's arguments, as the API shows it beside an approval. */
import { z } from "zod";
import { ORIGINS, SINK_KINDS } from "../domain/provenance/provenance.ts";
import { namedSchema, time } from "./schema.ts";

const OriginShape = namedSchema("Origin", () =>
  z.object({
    /** `field`: of a structured answer; `text`: running text; `made`: by the model; `own`: the platform's words. */
    from: z.enum(ORIGINS),
    call_id: z.string().optional(),
    tool: z.string().optional(),
    field_path: z.string().optional(),
    sentence: z.string().optional(),
    memory_id: z.string().optional(),
  }),
);

export const ArgumentOriginShape = namedSchema("ArgumentOrigin", () =>
  z.object({
    path: z.string(),
    kind: z.enum([...SINK_KINDS, "plain"]),
    value: z.string(),
    origin: OriginShape(),
    /** The value by itself needs no question. */
    is_clean: z.boolean(),
  }),
);

export const OutsideContentShape = namedSchema("OutsideContent", () =>
  z.object({
    from: z.enum(["answer", "memory", "file", "quote", "message", "summary", "parent"]),
    call_id: z.string().optional(),
    tool: z.string().optional(),
    title: z.string().optional(),
    at: time().optional(),
  }),
);
