/** Decides what the offline model does next: call tools or speak. A pure function of the request. */
import type { ModelRequest } from "../../agent/ports/model.ts";
import { promiseAskedAbout } from "../../domain/due-promise.ts";
import { builderAnswer, REGISTER } from "./builder.ts";
import { duePromiseAnswer } from "./due-promise.ts";
import { type Intent, readSteps } from "./intent.ts";
import { modeAnswer } from "./mode-answer.ts";
import type { Answer } from "./next-action.ts";
import { countUpTo, greeting, help, missingTool, narrateResult, notUnderstood, timeOf } from "./phrases.ts";
import type { Moment } from "./reminder-time.ts";
import { researchAnswer } from "./research/research.ts";
import { type ReadResult, recalledLine, type Situation, situationOf } from "./situation.ts";
import { STORY } from "./story.ts";

const DANGER = "may be in danger";
/** The room has shown its help before the answer. */
const SHOWN = "is shown above your answer already";
const DEFAULT = "default: ";

/**
 * Names the help of a room when somebody there may be in danger. `context`: the turn's passing context. Undefined when
 * nobody seems to be in danger.
 */
export function helpIn(context: string): string | undefined {
  const [, help] = /Help: \[([^\]]+)\]/.exec(context) ?? [];
  if (help === undefined || !context.includes(DANGER)) return undefined;
  const asking =
    "I take what you say seriously. Are you safe right now? Please talk to somebody who can be with you";
  const naming = context.includes(SHOWN) ? "." : `, or call one of these:\n\n${listOf(help)}`;
  return `${asking}${naming}\n\nNo language model is connected here, so I cannot do more than tell you this. You can go on talking with the others whenever you like.`;
}

/** Lines by country; those for every other country come first, under no name. */
function listOf(help: string): string {
  const lines = help.split(" | ");
  const isDefault = (line: string) => line.startsWith(DEFAULT);
  const all = [...lines.filter(isDefault), ...lines.filter((line) => !isDefault(line))];
  return all.map((line) => `- ${isDefault(line) ? line.slice(DEFAULT.length) : line}`).join("\n");
}

type ToolIntent = Extract<Intent, { kind: "tool" }>;

/** `now` is in ms since the epoch. */
export function answerOf(request: ModelRequest, now: number): Answer {
  const research = researchAnswer(request);
  if (research) return research;
  const situation = situationOf(request);
  const offered = new Set(request.tools.map((tool) => tool.name));
  const mayCall = request.tool_choice !== "none";
  if (mayCall && offered.has(REGISTER)) return builderAnswer(situation);
  const help = helpIn(situation.context.join("\n"));
  if (help !== undefined) return { type: "text", text: help };
  const moment = { now, zone: situation.zone };
  const promise = promiseAskedAbout(situation.text);
  if (promise) return duePromiseAnswer({ promise, situation, offered, moment });
  const steps = readSteps(situation.text, moment);
  const inMode = modeAnswer({ situation, offered, mayCall, intents: steps.flat() });
  if (inMode) return inMode;
  const callsOf = (step: readonly Intent[]) => step.filter((intent) => isCall(intent, offered, situation));
  const calling = steps.map(callsOf).filter((calls) => calls.length > 0);
  const next = mayCall && calling[situation.results.length];
  if (next) return { type: "calls", calls: next.map(({ name, input }) => ({ name, input })) };
  return { type: "text", text: spoken(steps.flat(), { situation, offered, moment }) };
}

function isCall(intent: Intent, offered: ReadonlySet<string>, { context }: Situation): intent is ToolIntent {
  if (intent.kind !== "tool" || !offered.has(intent.name)) return false;
  // A memory that was recalled already needs no search.
  return intent.name !== "memory_search" || recalledLine(context, intent.about) === undefined;
}

interface AnswerContext {
  situation: Situation;
  offered: ReadonlySet<string>;
  moment: Moment;
}

function spoken(intents: readonly Intent[], context: AnswerContext): string {
  const results = context.situation.results.flat();
  const sentences = intents.map((intent) => sentence(intent, results, context));
  // Results that no rule asked for, for example when the words changed in between.
  const others = results.map((result) => narrateResult(result, result.name));
  return [...sentences, ...others].join("\n\n");
}

/** Removes the result that it tells from `results`. */
function sentence(intent: Intent, results: ReadResult[], context: AnswerContext): string {
  const { situation, offered, moment } = context;
  switch (intent.kind) {
    case "tool": {
      const at = results.findIndex((result) => result.name === intent.name);
      const result = at < 0 ? undefined : results.splice(at, 1)[0];
      if (result) return narrateResult(result, intent.about);
      const line =
        intent.name === "memory_search" ? recalledLine(situation.context, intent.about) : undefined;
      if (line) return `From what I remember: ${line}`;
      return offered.has(intent.name) ? `I could not find out: ${intent.about}.` : missingTool(intent.name);
    }
    case "count":
      return countUpTo(intent.to);
    case "reminder":
      return `This is your reminder: ${intent.text}.`;
    case "unknown":
      return notUnderstood(intent.text, situation.files);
    case "say":
      return sentenceFor(intent.what, moment);
  }
}

function sentenceFor(what: Extract<Intent, { kind: "say" }>["what"], moment: Moment): string {
  switch (what) {
    case "greeting":
      return greeting();
    case "help":
      return help();
    case "story":
      return STORY;
    case "time":
      return timeOf(moment);
    case "thanks":
      return "You are welcome.";
  }
}
