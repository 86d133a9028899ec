/** A run of research that dies when it has searched and is reading: a model that researches by fixed rules, and one page. */
import { researchChatAnswer } from "../../../bench/research/chat-answer.ts";
import type { Research } from "../../../src/contract/agents/research.ts";
import type { Bell } from "./bell.ts";
import type { Nightjar } from "./nightjar.ts";
import type { Script, ScriptedModel, Voice } from "./scripted-model.ts";
import { until } from "./until.ts";

export const TERNS = "Common terns eat small fish, which they catch by diving.";

/** What the run that dies has paid for, and its report. */
export interface ResearchAtKill {
  voice: Voice;
  /** Of its searches and its page alone. */
  visits(): string[];
  ended(): Promise<Research>;
}

interface Scene {
  model: ScriptedModel;
  nightjar: Nightjar;
  web: Bell;
}

const byRules: Script = (reply, { messages }) => {
  const answer = researchChatAnswer(messages) ?? { type: "text", text: "ok" };
  if (answer.type === "text") return reply.text(answer.text);
  for (const { name, input } of answer.calls) reply.tool(name, input);
};

/** It has searched and its page is asked for when it resolves. */
export async function researchAtKill({ model, nightjar, web }: Scene): Promise<ResearchAtKill> {
  const voice = model.voice(/\bterns\b/).always(byRules);
  const before = web.visits.length;
  const wish = { question: "What do terns eat?", depth: "quick", own_sources: false, may_clarify: false };
  const { id } = await nightjar.request<Research>("POST", "/research", { ...wish, ask_above_usd: 100 });
  await web.visited(before + 2);
  return {
    voice,
    visits: () => web.visits.slice(before).filter((visit) => visit.includes("terns")),
    ended: () =>
      until(
        () => nightjar.request<Research>("GET", `/research/${id}`),
        ({ ended_at }) => ended_at !== null,
      ),
  };
}
