/** First phase: the question becomes a plan, and the plan its highest cost. */
import { z } from "zod";
import { readAnswer } from "../answers.ts";
import type { PlanStep } from "../plan/plan.ts";
import { PLACES } from "../ports.ts";
import { worstOfStep } from "./estimate.ts";
import { askModel, type Stage, userWords } from "./stage.ts";

const Planned = z.object({
  clarify: z.string().max(500).nullish().catch(null),
  steps: z
    .array(
      z.object({
        question: z.string().trim().min(1).max(500),
        places: z.array(z.enum(PLACES)).catch([]).default([]),
      }),
    )
    .min(1),
});

const OUTPUT_TOKENS = 1_500;

/** `waiting`: nothing is gathered before somebody says yes, or answers. */
export async function makePlan(stage: Stage): Promise<"ready" | "waiting"> {
  const { plan, order } = stage;
  if (!plan.stored.is_made) await fillPlan(stage);
  const { clarification, answer, is_approved } = plan.stored;
  if (is_approved) return "ready";
  if (clarification !== undefined && answer === undefined) return "waiting";
  const isAsked = order.ask_above_usd === 0 || plan.stored.planned_usd > order.ask_above_usd;
  return isAsked ? "waiting" : "ready";
}

async function fillPlan(stage: Stage): Promise<void> {
  const { plan, order, ports } = stage;
  const planned = await askForPlan(stage);
  const steps = planned?.steps.slice(0, order.breadth) ?? [{ question: order.question, places: [] }];
  steps.forEach(({ question, places }, at) => {
    plan.add({ id: `p${at + 1}`, question, places: placesOf(places, ports.outside.places()), by: "model" });
  });
  const clarification = order.may_clarify ? planned?.clarify?.trim() : undefined;
  const planned_usd = Math.min(
    order.ceiling_usd,
    steps.length * worstOfStep(stage) + stage.steps.budget.spent_usd,
  );
  plan.set({ is_made: true, planned_usd, ...(clarification && { clarification }) });
}

async function askForPlan(stage: Stage): Promise<z.output<typeof Planned> | undefined> {
  const { order, ports, gathering } = stage;
  const ask = {
    purpose: "plan" as const,
    messages: userWords(
      `Question: ${order.question}\nPlaces that can be searched: ${ports.outside.places().join(", ") || "none"}\nMost steps: ${order.breadth}`,
    ),
    max_output_tokens: OUTPUT_TOKENS,
  };
  const taken = await askModel(stage, { key: "plan", ask, purse: "gather" }, gathering);
  if (!taken.ok) {
    stage.endedBy.add(taken.why === "budget" ? "budget" : "halt");
    return undefined;
  }
  if (!taken.value.ok) stage.endedBy.add("model");
  return taken.value.ok ? readAnswer(Planned, taken.value.text) : undefined;
}

/** The places that the plan names and that there are; all that there are where it names none. */
function placesOf(
  wished: PlanStep["places"],
  there: readonly PlanStep["places"][number][],
): PlanStep["places"] {
  const found = wished.filter((place) => there.includes(place));
  return found.length > 0 ? found : [...there];
}
