/** A plan that waits, in words for a chat that shows no card: in the language of its question. */
import { type KnownLanguage, languageOf } from "../../domain/text/language/known-language.ts";
import type { RunView } from "../run.ts";

interface WaitingWords {
  asks: string;
  answer: string;
  mayCost(dollars: string): string;
  start: string;
}

const WORDS: Record<KnownLanguage, WaitingWords> = {
  en: {
    asks: "One question before I begin the research:",
    answer: "Answer with `/plan go` and your words, or skip it with `/plan go`.",
    mayCost: (dollars) => `This is my plan for the research. It may cost up to $${dollars}:`,
    start: "`/plan go` starts it. `/plan strike 2` leaves a step out, `/plan add` with a question adds one.",
  },
  de: {
    asks: "Eine Frage, bevor ich mit der Recherche beginne:",
    answer: "Antworte mit `/plan go` und deinen Worten, oder überspring sie mit `/plan go`.",
    mayCost: (dollars) => `Das ist mein Plan für die Recherche. Sie kostet höchstens ${dollars} $:`,
    start:
      "`/plan go` startet sie. `/plan strike 2` lässt einen Schritt weg, `/plan add` mit einer Frage fügt einen hinzu.",
  },
  fr: {
    asks: "Une question avant de commencer la recherche :",
    answer: "Réponds avec `/plan go` et tes mots, ou passe-la avec `/plan go`.",
    mayCost: (dollars) => `Voici mon plan de recherche. Elle peut coûter jusqu'à ${dollars} $ :`,
    start:
      "`/plan go` la lance. `/plan strike 2` retire une étape, `/plan add` avec une question en ajoute une.",
  },
};

/** Numbers of the steps are those that `/plan` takes. */
export function waitingWords(question: string, { plan, clarification, spend }: RunView): string {
  const words = WORDS[languageOf(question)];
  if (clarification !== undefined) return `${words.asks} ${clarification}\n\n${words.answer}`;
  const steps = plan.filter(({ state }) => state !== "struck");
  const most = Math.min(spend.planned_usd, spend.ceiling_usd).toFixed(2);
  const lines = steps.map((step, at) => `${at + 1}. ${step.question.replace(/\s+/g, " ").trim()}`);
  return `${words.mayCost(most)}\n\n${lines.join("\n")}\n\n${words.start}`;
}
