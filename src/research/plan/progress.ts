/** How far a run is, in words for a chat that shows no card: in the language of its question. */
import { type KnownLanguage, languageOf } from "../../domain/text/language/known-language.ts";
import type { Phase, RunView, Spend } from "../run.ts";
import type { StepState } from "./plan.ts";

interface ProgressWords {
  phases: Record<Phase, string>;
  ended: string;
  found(sources: number, notes: number): string;
  cost(spent: string, most: string): string;
  calls(made: number, most: number): string;
}

const WORDS: Record<KnownLanguage, ProgressWords> = {
  en: {
    phases: {
      plan: "I plan the research",
      gather: "I look it up",
      write: "I write the report",
      check: "I check the report against its sources",
      report: "The report is done",
    },
    ended: "The research is done",
    found: (sources, notes) => `Sources: ${sources}. Facts noted: ${notes}.`,
    cost: (spent, most) => `Cost so far: $${spent} of at most $${most}.`,
    calls: (made, most) => `Model calls so far: ${made} of at most ${most}.`,
  },
  de: {
    phases: {
      plan: "Ich plane die Recherche",
      gather: "Ich schlage nach",
      write: "Ich schreibe den Bericht",
      check: "Ich prüfe den Bericht an seinen Quellen",
      report: "Der Bericht ist fertig",
    },
    ended: "Die Recherche ist fertig",
    found: (sources, notes) => `Quellen: ${sources}. Notierte Fakten: ${notes}.`,
    cost: (spent, most) => `Kosten bisher: ${spent} $ von höchstens ${most} $.`,
    calls: (made, most) => `Modellaufrufe bisher: ${made} von höchstens ${most}.`,
  },
  fr: {
    phases: {
      plan: "Je prépare la recherche",
      gather: "Je cherche",
      write: "J'écris le rapport",
      check: "Je compare le rapport à ses sources",
      report: "Le rapport est prêt",
    },
    ended: "La recherche est terminée",
    found: (sources, notes) => `Sources : ${sources}. Faits notés : ${notes}.`,
    cost: (spent, most) => `Coût jusqu'ici : ${spent} $ sur ${most} $ au plus.`,
    calls: (made, most) => `Appels au modèle jusqu'ici : ${made} sur ${most} au plus.`,
  },
};

const MARKS: Record<StepState, string> = {
  open: "·",
  running: "…",
  done: "✓",
  failed: "✗",
  unreached: "✗",
  struck: "",
};
const MOST_STEPS = 10;
const LONGEST = 100;

export function progressWords(question: string, view: RunView, isOver: boolean): string {
  const words = WORDS[languageOf(question)];
  const steps = view.plan.filter(({ state }) => state !== "struck");
  const lines = steps.slice(0, MOST_STEPS).map((step) => `${MARKS[step.state]} ${oneLine(step.question)}`);
  const rest = steps.length > MOST_STEPS ? [`+ ${steps.length - MOST_STEPS}`] : [];
  const found = words.found(view.sources.length, view.notes.length);
  const head = isOver ? words.ended : words.phases[view.phase];
  return `**${head}**\n\n${[...lines, ...rest].join("\n")}\n\n${found} ${spentWords(words, view.spend)}`;
}

function spentWords(words: ProgressWords, { spent_usd, ceiling_usd, calls }: Spend): string {
  if (calls) return words.calls(calls.made, calls.most);
  return words.cost(spent_usd.toFixed(2), ceiling_usd.toFixed(2));
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
