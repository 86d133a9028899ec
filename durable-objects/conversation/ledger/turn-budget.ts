/** Budget check before each model call: the most that the call may cost, and whether that may be spent. */

import { messagesOfStep } from "../../../src/agent/loop/assemble.ts";
import type { ModelMessage, UserBlock } from "../../../src/agent/ports/model.ts";
import type { Spending, StepRecord, Turn, TurnContext } from "../../../src/agent/turn.ts";
import { markOf } from "../../../src/domain/text/foreign-text.ts";
import type { BudgetPort } from "./ports.ts";
import type { TurnLife } from "./turn-life.ts";

export const CHARACTERS_A_TOKEN = 4;
const TOKENS_AN_IMAGE = 1_500;

interface BudgetedTurn {
  turn: Turn;
  context: TurnContext;
  /** Grows during the turn. */
  steps: readonly StepRecord[];
  life: Pick<TurnLife, "startedAt" | "billed">;
  /** US dollars left of the task's mandate; null: no limit. */
  left(): number | null;
  /** Agents in whose name the turn works: their budgets must not be used up either. */
  on_behalf_of: readonly string[];
}

/** Reason why the next model call may not be made, if so. `spent`: on a call that no step records yet. */
type BudgetCheck = (spent?: Spending) => string | undefined;

export function budgetCheck(budgets: BudgetPort, budgeted: BudgetedTurn): BudgetCheck {
  const { turn, context, steps, life } = budgeted;
  const [owner, agent] = [turn.payer, turn.agent.slug];
  const { on_behalf_of } = budgeted;
  const payers = [
    { owner, agent, allowance: turn.limits },
    ...on_behalf_of.map((slug) => ({ owner, agent: slug })),
  ];
  const output_tokens = turn.limits.max_output_tokens;
  return (spent) => {
    const unrecorded = spent ? [{ step: steps.length + 1, cost_usd: spent.cost_usd }] : [];
    for (const { step, cost_usd } of [...steps.slice(life.billed).map(({ reply }) => reply), ...unrecorded]) {
      const spend = { id: `${turn.id}:${step}`, at: life.startedAt, owner, agent, on_behalf_of };
      budgets.note({ ...spend, cost_usd: cost_usd ?? 0 });
    }
    const left = budgeted.left();
    if (left !== null && left <= (spent?.cost_usd ?? 0)) return "What may be spent on this task is used up.";
    const prompt_tokens = () => promptTokens(context, steps);
    const isFirst = steps.length === 0;
    const { reasoning } = turn;
    const call = { model: turn.models[0] ?? "", prompt_tokens, output_tokens, reasoning, isFirst };
    for (const payer of payers) {
      const refusal = budgets.refusal(payer, call);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  };
}

/** Only sizes count: all marks have the same length, and media from tools counts as an image. */
const COUNTED = {
  mark: markOf(""),
  media: (): UserBlock => ({ type: "image", media_type: "", data: "" }),
};

/** About four characters a token. */
export function promptTokens(
  { system, messages }: Pick<TurnContext, "system" | "messages">,
  steps: readonly StepRecord[] = [],
): number {
  const all: ModelMessage[] = [...messages, ...steps.flatMap((step) => messagesOfStep(step, COUNTED))];
  const written = system.reduce((sum, { text }) => sum + text.length, 0);
  const said = all.reduce((sum, message) => sum + charactersOf(message), 0);
  return Math.ceil((written + said) / CHARACTERS_A_TOKEN);
}

function charactersOf({ content }: ModelMessage): number {
  return content.reduce((sum, block) => sum + blockCharacters(block), 0);
}

type Block = ModelMessage["content"][number];

function blockCharacters(block: Block | UserBlock): number {
  switch (block.type) {
    case "text":
    case "reasoning":
      return block.text.length;
    case "tool_call":
      return JSON.stringify(block.input ?? null).length;
    case "tool_result":
      return (block.media ?? []).reduce((sum, each) => sum + blockCharacters(each), block.content.length);
    case "image":
      return TOKENS_AN_IMAGE * CHARACTERS_A_TOKEN;
    case "file":
    case "audio":
      return block.data.length;
  }
}
