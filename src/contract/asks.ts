/** Open questions to a person: for an answer, or for a decision. */
import { z } from "zod";
import { GRANT_SCOPES } from "../domain/grants/scopes.ts";
import { CAUTIONS } from "../domain/provenance/provenance.ts";
import { ArgumentOriginShape, OutsideContentShape } from "./provenance.ts";
import { namedSchema, time } from "./schema.ts";

const QuestionFields = () =>
  z.object({
    type: z.literal("question"),
    question: z.string(),
    options: z.array(z.string()),
    /** The agent has read outside content; `secret`: and asks for something that nobody should type. */
    caution: z.enum(CAUTIONS).optional(),
    expires_at: time().optional(),
  });

/** Fields from which a person decides about a call. */
export const DecidingFields = () => ({
  /** The arguments, each with the place from which its value came. */
  provenance: z.array(ArgumentOriginShape()).optional(),
  /** Outside content that the turn had read. */
  read: z.array(OutsideContentShape()).optional(),
  /** Scopes for allowing it for longer, and the destinations they would hold for; absent: it can be allowed once. */
  grant: z.object({ to: z.array(z.string()), scopes: z.array(z.enum(GRANT_SCOPES)) }).optional(),
});

const ApprovalFields = () =>
  z.object({
    type: z.literal("approval"),
    tool: z.string(),
    input: z.unknown(),
    reason: z.string(),
    expires_at: time().optional(),
    ...DecidingFields(),
    /** A spoken yes may allow it. */
    by_voice: z.literal(true).optional(),
    /** The call that planned it: those of one step that it planned are asked for together. */
    plan: z.string().optional(),
  });

export const AskShape = namedSchema("Ask", () =>
  z.discriminatedUnion("type", [QuestionFields(), ApprovalFields()]),
);

/** With the call to which the answer or decision is sent. */
export const OpenAskShape = namedSchema("OpenAsk", () =>
  z.discriminatedUnion("type", [
    QuestionFields().extend({ call_id: z.string() }),
    ApprovalFields().extend({ call_id: z.string() }),
  ]),
);
