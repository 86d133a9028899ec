/** Live events of a research run. */
import { z } from "zod";
import { PHASES } from "../../research/run.ts";
import { type JsonOf, namedSchema, time } from "../schema.ts";
import {
  EndedByShape,
  NoteShape,
  PlanStepShape,
  ReadSourceShape,
  ReportShape,
  ResearchPlanShape,
  RunStateShape,
  SpendShape,
} from "./research.ts";

const told = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({ type: z.literal(type), seq: z.number(), ...shape });

/** An event of a run: one item of it, told again under a higher `seq` when it has changed. */
export const ResearchEventShape = namedSchema("ResearchEvent", () =>
  z.discriminatedUnion("type", [
    /** Comes again when steps are added, moved or reworded, or the question is asked or answered. */
    told("plan", ResearchPlanShape().shape),
    told("step", PlanStepShape().shape),
    told("source", ReadSourceShape().shape),
    /** `is_dropped`: its step was struck. */
    told("note", { ...NoteShape().shape, is_dropped: z.boolean() }),
    /** `report` is null when the run goes on, until its next edition. */
    told("report", {
      edition: z.number(),
      report: ReportShape().nullable(),
      contradictions: z.array(z.array(z.string())),
    }),
    /** `ended_at`: the last event of the stream. */
    told("state", {
      state: RunStateShape(),
      phase: z.enum(PHASES),
      edition: z.number(),
      spend: SpendShape(),
      ended_by: EndedByShape(),
      started_at: time(),
      ended_at: time().nullable(),
    }),
  ]),
);

export type ResearchEvent = JsonOf<typeof ResearchEventShape>;
