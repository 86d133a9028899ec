/** Talks with an assistant, through the API of an instance. */
import type { Memory } from "../client.ts";
import type { Scores } from "../scores.ts";
import { measureTalks, type Searched, summaryOf } from "./measure.ts";
import { type AssistantTalk, assistantTalks } from "./talks.ts";
import { wishScoresOf } from "./wishes.ts";

export async function printAssistantTalks(memory: Memory): Promise<void> {
  const talks = assistantTalks();
  for (const { id, messages } of talks) {
    const turns = messages.map(({ at, ...message }) => {
      const date = new Date(at).toISOString();
      return { ...message, date, session: date.slice(0, 10) };
    });
    await memory.index(id, turns);
  }
  const searched: Searched = {
    search: async (question, conversation) => (await memory.search(question, conversation)).messages,
    looked: (message) => memory.looked(message),
  };
  const half = (heldOut: boolean) => talks.filter((talk) => talk.heldOut === heldOut);
  await printHalf("rules were chosen by these", searched, half(false));
  await printHalf("held out", searched, half(true));
}

async function printHalf(name: string, searched: Searched, talks: readonly AssistantTalk[]): Promise<void> {
  const { scores, everywhere, plain, kinds, recall } = summaryOf(await measureTalks(searched, talks));
  console.log(`\nTalks with an assistant, own conversation searched, ${name}; shares in percent`);
  console.log("                  questions    R@1   R@10    MRR");
  printRow("plain BM25", plain);
  printRow("memory", scores);
  for (const [kind, each] of kinds) printRow(`  ${kind}`, each);
  printRow("all conversations", everywhere);
  const [precision, hit] = [recall.precision, recall.hit].map((share) => (share * 100).toFixed(1));
  console.log(
    `automatic recall: ${precision} of what is shown is evidence, ${hit} of the questions get some, ` +
      `${recall.shown.toFixed(2)} passages each; AUC of what can be answered ` +
      `${recall.auc.belonging.toFixed(3)} by what belongs, ${recall.auc.answering.toFixed(3)} by what is given`,
  );
  const wishes = wishScoresOf(talks);
  console.log(
    `wishes and preferences: ${wishes.recognised} of ${wishes.labelled} recognised, ${wishes.all} in all; before the agent ` +
      `for ${wishes.shown} of ${wishes.questions} questions about them, ${wishes.lines.toFixed(2)} lines each`,
  );
}

function printRow(name: string, { questions, r1, r10, mrr }: Scores): void {
  const shares = [r1, r10].map((share) => (share * 100).toFixed(1).padStart(7)).join("");
  console.log(`${name.padEnd(18)}${String(questions).padStart(9)}${shares}${mrr.toFixed(3).padStart(7)}`);
}
