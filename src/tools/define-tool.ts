/** Builds a tool whose schema and types come from one zod object. */
import { z } from "zod";
import type { JsonSchema } from "../agent/ports/model.ts";
import type {
  Effect,
  Reach,
  Sink,
  Tool,
  ToolContext,
  ToolOutcome,
  ToolSchema,
  Touch,
} from "../agent/ports/tool.ts";
import type { TurnMemory } from "../domain/agent.ts";
import type { Trust } from "../domain/trust.ts";
import { fitArguments } from "../platform/json-schema/fit-arguments.ts";
import { unknownArguments } from "./unknown-arguments.ts";

interface ToolDefinition<S extends z.ZodType> {
  name: string;
  description: string;
  schema: S;
  effect: Effect;
  begins_itself?: true;
  reach: Reach;
  personal?: true;
  /** Timeout in ms. */
  timeout_ms?: number;
  isOffered?(): boolean;
  touches?(input: z.output<S>): Touch;
  sinks?(input: z.output<S>): Sink[];
  irreversible?(input: z.output<S>): string | undefined;
  shows?(input: z.output<S>, memory: TurnMemory): string | undefined;
  consent?(input: z.output<S>): string | undefined;
  asks_first?(input: z.output<S>): string | undefined;
  run(input: z.output<S>, context: ToolContext): Promise<ToolOutcome> | ToolOutcome;
}

export function defineTool<S extends z.ZodType>(definition: ToolDefinition<S>): Tool {
  const { schema, run, touches, sinks, irreversible, shows, consent, asks_first, ...rest } = definition;
  return {
    ...rest,
    input: zodInput(schema),
    ...(touches && { touches: (input) => touches(input as z.output<S>) }),
    ...(sinks && { sinks: (input) => sinks(input as z.output<S>) }),
    ...(irreversible && { irreversible: (input) => irreversible(input as z.output<S>) }),
    ...(shows && { shows: (input, memory) => shows(input as z.output<S>, memory) }),
    ...(consent && { consent: (input) => consent(input as z.output<S>) }),
    ...(asks_first && { asks_first: (input) => asks_first(input as z.output<S>) }),
    // The cast is safe: the registry runs a tool only with the output of its `parse`.
    run: async (input, context) => run(input as z.output<S>, context),
  };
}

function zodInput(schema: z.ZodType): ToolSchema {
  let json: JsonSchema | undefined;
  return {
    get json() {
      json ??= jsonSchemaOf(schema);
      return json;
    },
    parse(value) {
      const result = schema.safeParse(value);
      if (result.success) return known(schema, value, result.data);
      const fitted = fitArguments(this.json, value);
      const meant = schema.safeParse(fitted);
      return meant.success
        ? known(schema, fitted, meant.data)
        : { ok: false, problem: z.prettifyError(result.error) };
    },
  };
}

function known(schema: z.ZodType, given: unknown, value: unknown): ReturnType<ToolSchema["parse"]> {
  const problem = unknownArguments(schema, given);
  return problem === undefined ? { ok: true, value } : { ok: false, problem };
}

function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io: "input" });
  return json;
}

/** Result in the tool's own words. */
export function trustedResult(content: string): ToolOutcome {
  return { ok: true, content, trust: "trusted" };
}

/** Result that contains somebody else's words. */
export function untrustedResult(content: string): ToolOutcome {
  return { ok: true, content, trust: "untrusted" };
}

/** Result made of content with this trust. */
export function toldWith(trust: Trust, content: string): ToolOutcome {
  return { ok: true, content, trust };
}

/** Error that the model can correct: it says how. */
export function toolError(error: string): ToolOutcome {
  return { ok: false, error };
}
