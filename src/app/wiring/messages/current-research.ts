/** The research of a conversation, for the commands of the person who began it. */
import type { CurrentResearch, Steering } from "../../../channels/commands/research-run.ts";
import type { ConversationId } from "../../../domain/ids.ts";
import { RESEARCH, type ResearchVerbs, type RunKey } from "../../../research/verbs.ts";
import type { House } from "../../house.ts";

export async function currentResearch(
  house: House,
  { owner, id }: { owner: string; id: ConversationId },
): Promise<CurrentResearch | undefined> {
  const verbs = house.verbs(RESEARCH);
  const run = await verbs.newestIn(owner, id);
  if (!run) return undefined;
  const { init, view } = run;
  return {
    question: init.order.question,
    state: view?.state ?? "running",
    steps: (view?.plan ?? []).filter(({ state }) => state !== "struck"),
    clarification: view?.clarification ?? null,
    sources: view?.sources.length ?? 0,
    notes: view?.notes.length ?? 0,
    spent_usd: view?.spend.spent_usd ?? 0,
    ceiling_usd: init.order.ceiling_usd,
    steer: (steering) => steer(verbs, init, steering),
  };
}

function steer(verbs: ResearchVerbs, run: RunKey, steering: Steering) {
  switch (steering.do) {
    case "go":
      return verbs.approve(run, steering.answer);
    case "halt":
      return verbs.halt(run);
    case "renew":
      return verbs.renew(run);
    case "resume":
      return verbs.resume(run);
    case "add":
      return verbs.edit(run, [{ op: "add", question: steering.question.slice(0, LONGEST) }]);
    case "strike":
      return verbs.edit(run, [{ op: "strike", id: steering.id }]);
    case "reword":
      return verbs.edit(run, [
        { op: "reword", id: steering.id, question: steering.question.slice(0, LONGEST) },
      ]);
  }
}

/** Most characters of a step's question, as over HTTP. */
const LONGEST = 500;
