/** Lines of an exported memory: notes, facts and commitments. What was derived from conversations is derived from them again. */
import { z } from "zod";
import type { Finding, ImportedMemory } from "../item.ts";

const Line = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("memory"),
    value: z.looseObject({
      content: z.string(),
      scope: z.string(),
      observed_at: z.number(),
      faded_at: z.number().optional(),
    }),
  }),
  z.object({
    type: z.literal("fact"),
    value: z.looseObject({
      entity: z.string(),
      attribute: z.string(),
      value: z.string(),
      scope: z.string(),
      valid_from: z.number(),
      valid_to: z.number().optional(),
      retired_at: z.number().optional(),
    }),
  }),
  z.object({
    type: z.literal("commitment"),
    value: z.looseObject({
      what: z.string(),
      who: z.string().default(""),
      scope: z.string(),
      status: z.string(),
      due_at: z.number().optional(),
    }),
  }),
]);

const FROM = "Nightjar, memory.jsonl";

export function memoriesOfLine(json: unknown, format: string): Finding[] {
  const { data } = Line.safeParse(json);
  if (!data) return [{ kind: "memory", title: titleOf(json), why: "derived" }];
  const value = memoryOf(data);
  return value
    ? [{ kind: "memory", format, value }]
    : [{ kind: "memory", title: titleOf(json), why: "not_in_force" }];
}

function titleOf(json: unknown): string {
  const { data } = z.looseObject({ type: z.string(), value: z.unknown() }).safeParse(json);
  return `${data?.type ?? ""} ${JSON.stringify(data?.value ?? json)}`.slice(0, 100);
}

/** Undefined: it held once, and does no more. */
function memoryOf({ type, value }: z.output<typeof Line>): ImportedMemory | undefined {
  const { scope } = value;
  switch (type) {
    case "memory":
      if (value.faded_at !== undefined) return undefined;
      return { text: value.content, from: FROM, scope, at: isoOf(value.observed_at) };
    case "fact": {
      if (value.retired_at !== undefined || value.valid_to !== undefined) return undefined;
      const { entity, attribute, value: said, valid_from } = value;
      const fact = { entity, attribute, value: said };
      return { text: `${entity}, ${attribute}: ${said}`, from: FROM, scope, at: isoOf(valid_from), fact };
    }
    case "commitment": {
      if (value.status !== "open") return undefined;
      const { what, who, due_at } = value;
      return { text: what, from: FROM, scope, promise: { who, ...(due_at !== undefined && { due_at }) } };
    }
  }
}

function isoOf(ms: number): string {
  const at = new Date(ms);
  return (Number.isNaN(at.getTime()) ? new Date(0) : at).toISOString();
}
