/** What the models of a family do, and who speaks to it. */
import type { ModelRequest } from "../../../src/agent/ports/model.ts";
import type { Random } from "../../chaos/random.ts";
import type { Fate } from "../../support/machine/machine.ts";
import { calls, type Move, rounds, says, text } from "../../support/machine/rig.ts";
import type { Family } from "./family.ts";

/** The newest result, without what marks it as the words of somebody else. */
export function lastResult({ messages }: ModelRequest): string {
  const results = messages.findLast((message) => message.role === "tool");
  return results?.role === "tool" ? results.content.map(({ content }) => bare(content)).join("|") : "";
}

function bare(content: string): string {
  return content.replaceAll(/<\/?untrusted[^>]*>/g, "").trim();
}

/** Hands its task on, and tells what came of it. */
export function handsOn(request: ModelRequest): Move[] {
  return rounds(request) === 0
    ? [text("I hand it on. "), ...calls(["c1", "spawn_agent", { task: "Count the owls" }])]
    : says(`It says: ${lastResult(request)}`);
}

/** A person says it until it is taken. */
export async function saidAtLast({ parent: rig, timeline }: Family, words: string): Promise<void> {
  for (;;) {
    try {
      await rig.say(words);
      return;
    } catch {
      await timeline.pass(1_500);
    }
  }
}

/** How often the call of the parent got a result. */
export function resultsOf(family: Family): number {
  return [...family.parent.store.log.since(0)].filter(({ type }) => type === "tool_result").length;
}

/** Kills in six of a hundred events, until it is calm. */
export function deadly(random: Random, isCalm: () => boolean): () => Fate {
  return () => {
    if (isCalm() || !random.chance(0.06)) return "goes on";
    return random.chance(0.5) ? "dies before the commit" : "dies after the commit";
  };
}
