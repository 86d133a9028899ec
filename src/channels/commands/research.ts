/** /plan: the research of this conversation, its plan, and the ways to steer it. */
import { oneLine } from "../../domain/text/hidden-text.ts";
import type { Translate } from "../../domain/text/translated/for-people.ts";
import { type ChatCommand, type CommandCall, describeResult } from "./command.ts";
import type { CurrentResearch, Steering } from "./research-run.ts";

export const plan: ChatCommand = {
  name: "plan",
  description: "Show, change, start or stop the research here",
  usage: "[go | add | strike | reword | halt | resume | renew]",
  by: "member",
  async run(call) {
    const { services, words, say } = call;
    const run = await services.research();
    if (!run) return say("There's no research of yours here. `/research` with a question begins one.");
    return words === "" ? shown(run, say) : steered(run, call);
  },
};

const STATES = {
  running: "at work",
  waiting: "waiting for you",
  halted: "halted",
  completed: "done",
} as const satisfies Record<CurrentResearch["state"], string>;

const MARKS: Readonly<Record<string, string>> = { done: "✓", running: "…", failed: "✗", unreached: "✗" };

function shown(run: CurrentResearch, say: Translate): string {
  const { question, state, steps, clarification, sources, notes } = run;
  const lines = steps.map((step, at) => {
    const mark = MARKS[step.state];
    return `${at + 1}. ${oneLine(step.question, 200)}${mark ? ` ${mark}` : ""}`;
  });
  const counts = say(`${sources} sources, ${notes} notes`);
  const spent = `$${run.spent_usd.toFixed(2)} / $${run.ceiling_usd.toFixed(2)}`;
  return [
    `**${oneLine(question, 300)}**\n${say(STATES[state])}: ${counts}, ${spent}`,
    lines.join("\n"),
    clarification ?? "",
    say(NEXT[state]),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

const CHANGES =
  "`/plan add QUESTION`, `/plan strike NUMBER` and `/plan reword NUMBER QUESTION` change the plan.";
const NEXT = {
  running: `${CHANGES} \`/plan halt\` writes the report from what there is.`,
  waiting: `\`/plan go\` starts it; an answer may follow. ${CHANGES}`,
  halted: "`/plan resume` goes on.",
  completed: "`/plan resume` looks again at what failed, `/plan renew` at everything.",
} as const satisfies Record<CurrentResearch["state"], string>;

const USAGE = `Write \`/plan\` to see the research. ${CHANGES} \`/plan go\`, \`/plan halt\` and \`/plan resume\` start, stop and go on.`;

async function steered(run: CurrentResearch, { words, say }: CommandCall): Promise<string> {
  const [verb = "", ...others] = words.split(/\s+/);
  const steering = steeringOf(run, verb.toLowerCase(), others);
  if (steering === undefined) return say(USAGE);
  if (steering === "no step") return say("The plan has no step with that number. Write `/plan` to see it.");
  return say(describeResult(await run.steer(steering), DONE[steering.do]));
}

const DONE = {
  go: "The research has started. Its report comes here.",
  halt: "Halted. The report is written from what there is.",
  renew: "The research is done again. A new version of its report comes here.",
  resume: "The research goes on. A new version of its report comes here.",
  add: "Added to the plan.",
  strike: "Taken off the plan.",
  reword: "Changed.",
} as const satisfies Record<Steering["do"], string>;

function steeringOf(
  { steps }: CurrentResearch,
  verb: string,
  words: readonly string[],
): Steering | "no step" | undefined {
  const all = words.join(" ");
  if (verb === "go") return { do: "go", answer: all === "" ? null : all };
  if (verb === "halt" || verb === "resume" || verb === "renew") return { do: verb };
  if (verb === "add") return all === "" ? undefined : { do: "add", question: all };
  if (verb !== "strike" && verb !== "reword") return undefined;
  const [number = "", ...rest] = words;
  if (!/^\d{1,3}$/.test(number)) return undefined;
  const step = steps[Number(number) - 1];
  if (!step) return "no step";
  if (verb === "strike") return { do: "strike", id: step.id };
  return rest.length === 0 ? undefined : { do: "reword", id: step.id, question: rest.join(" ") };
}
