/** Research runs as the API takes and shows them. */
import { z } from "zod";
import { PLACES } from "../../research/ports.ts";
import { PHASES } from "../../research/run.ts";
import { type JsonOf, lastSeq, namedSchema, once, time } from "../schema.ts";

const Question = () => z.string().trim().min(1).max(4_000);
const Dollars = () => z.number().positive().max(1_000);
const Calls = () => z.int().min(5).max(2_000);
const Step = () => z.string().trim().min(1).max(500);

export const ResearchBody = once(() =>
  z.strictObject({
    question: Question(),
    /** Slug; absent: the conversation's, else the default one. */
    agent: z.string().max(200).optional(),
    /** `provider/model`; absent: the agent's. */
    model: z.string().max(200).optional(),
    /** Conversation that gets the report. */
    conversation_id: z.string().max(60).optional(),
    ceiling_usd: Dollars().optional(),
    /** Most model calls, where a model has no known price and money bounds nothing. */
    most_calls: Calls().optional(),
    /** A plan that may cost more waits for a yes; with 0 each plan does. */
    ask_above_usd: z.number().min(0).max(1_000).optional(),
    depth: z.enum(["quick", "usual", "deep"]).default("usual"),
    /** Sentences without support: marked, or left out. */
    unsupported: z.enum(["mark", "drop"]).default("mark"),
    /** Looks into one's memory and files too. */
    own_sources: z.boolean().default(true),
    /** Asks one question first, where it helps. */
    may_clarify: z.boolean().default(true),
  }),
);

export const PlanChange = once(() =>
  z.strictObject({
    edits: z
      .array(
        z.discriminatedUnion("op", [
          z.strictObject({
            op: z.literal("add"),
            question: Step(),
            places: z.array(z.enum(PLACES)).max(PLACES.length).optional(),
          }),
          z.strictObject({ op: z.literal("strike"), id: z.string().max(60) }),
          z.strictObject({ op: z.literal("reword"), id: z.string().max(60), question: Step() }),
          z.strictObject({
            op: z.literal("move"),
            id: z.string().max(60),
            /** Step that it comes before; null: behind all others. */
            before: z.string().max(60).nullable(),
          }),
        ]),
      )
      .min(1)
      .max(20),
  }),
);

export const ApproveBody = once(() =>
  z.strictObject({
    /** Answer to its question; absent: skipped. */
    answer: z.string().trim().min(1).max(2_000).optional(),
  }),
);

export const ResumeBody = once(() =>
  z.strictObject({ ceiling_usd: Dollars().optional(), most_calls: Calls().optional() }),
);

export const PlanStepShape = () =>
  z.object({
    id: z.string(),
    question: z.string(),
    places: z.array(z.enum(PLACES)),
    state: z.enum(["open", "running", "done", "struck", "failed", "unreached"]),
    by: z.enum(["model", "person", "gap"]),
    cost_usd: z.number(),
    sources: z.number(),
    notes: z.number(),
    remark: z.string().nullable(),
  });

export const ReadSourceShape = () =>
  z.object({ id: z.string(), title: z.string(), address: z.string(), read_at: time(), hash: z.string() });

export const NoteShape = () =>
  z.object({
    id: z.string(),
    step_id: z.string(),
    source_id: z.string(),
    claim: z.string(),
    quote: z.string(),
    start: z.number(),
    end: z.number(),
  });

export const SpendShape = () =>
  z.object({
    ceiling_usd: z.number(),
    spent_usd: z.number(),
    /** Worst case of what is under way. */
    reserved_usd: z.number(),
    /** Worst case of the whole plan. */
    planned_usd: z.number(),
    /** Present where a model has no known price: its calls bound the run in the place of money. */
    calls: z.object({ made: z.number(), most: z.number() }).optional(),
  });

export const ReportShape = () =>
  z.object({
    markdown: z.string(),
    sentences: z.array(
      z.object({
        text: z.string(),
        cites: z.array(z.string()),
        support: z.enum(["quoted", "supported", "contradicted", "unsupported", "ours"]),
        sources: z.number(),
        remark: z.string().nullable(),
      }),
    ),
    /** A model wrote it; else it is the notes in order. */
    is_written: z.boolean(),
  });

export const RunStateShape = () => z.enum(["running", "waiting", "halted", "completed"]);
export const EndedByShape = () => z.array(z.enum(["budget", "time", "halt", "model", "search"]));

export const ResearchPlanShape = namedSchema("ResearchPlan", () =>
  z.object({
    steps: z.array(PlanStepShape()),
    /** Asked before the plan is carried out. */
    clarification: z.string().nullable(),
  }),
);

export const ResearchShape = namedSchema("Research", () =>
  z.object({
    id: z.string(),
    question: z.string(),
    agent: z.string(),
    model: z.string(),
    conversation_id: z.string().nullable(),
    phase: z.enum(PHASES),
    state: RunStateShape(),
    edition: z.number(),
    plan: ResearchPlanShape(),
    sources: z.array(ReadSourceShape()),
    notes: z.array(NoteShape()),
    /** Pairs of notes. */
    contradictions: z.array(z.array(z.string())),
    spend: SpendShape(),
    ended_by: EndedByShape(),
    report: ReportShape().nullable(),
    /** False for those who read it in a conversation that is shared with them. */
    may_steer: z.boolean(),
    created_at: time(),
    /** The time at which it last began to work: it was begun, approved or resumed. */
    started_at: time(),
    /** Null: it works, or waits. */
    ended_at: time().nullable(),
  }),
);

export const ResearchListItem = namedSchema("ResearchListItem", () =>
  z.object({
    id: z.string(),
    question: z.string(),
    state: z.enum(["running", "waiting", "ended"]),
    conversation_id: z.string().nullable(),
    created_at: time(),
  }),
);

export const ReadIn = once(() =>
  z.strictObject({
    /** A conversation with the run's report: whoever may read it may look at the run. */
    conversation_id: z.string().max(60).optional(),
  }),
);

export const FollowQuery = once(() => ReadIn().extend({ cursor: lastSeq() }));

export const ResearchSourceShape = namedSchema("ResearchSource", () =>
  z.object({
    id: z.string(),
    title: z.string(),
    address: z.string(),
    read_at: time(),
    text: z.string(),
    /** Quotes that notes take from it. */
    spans: z.array(z.object({ note_id: z.string(), start: z.number(), end: z.number() })),
  }),
);

export type Research = JsonOf<typeof ResearchShape>;
export type ResearchItem = JsonOf<typeof ResearchListItem>;
export type ResearchPlanEdit = JsonOf<typeof PlanChange>["edits"][number];
