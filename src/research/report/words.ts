/** Fixed words of a report, in the language of its question. */
import { type KnownLanguage, languageOf } from "../../domain/text/language/known-language.ts";
import type { EndedBy } from "../run.ts";

interface ReportWords {
  sources: string;
  standing: string;
  unlooked: string;
  contradictions: string;
  unsupported: string;
  contradicted: string;
  nothing: string;
  unwritten: string;
  notFound: string;
  ended: Record<EndedBy, string>;
  changes: { title(day: string): string } & Record<"added" | "gone" | "unread" | "none", string>;
  /** Each with its number as `{n}`. */
  counts: { supported: [none: string, one: string, many: string]; ours: OneOrMany; weak: OneOrMany };
}

type OneOrMany = [one: string, many: string];

const WORDS: Record<KnownLanguage, ReportWords> = {
  en: {
    sources: "Sources",
    standing: "How well it is supported",
    unlooked: "Not looked at",
    contradictions: "Sources that contradict each other",
    unsupported: "not supported by its source",
    contradicted: "its source says otherwise",
    nothing: "Nothing was found that answers the question.",
    unwritten: "No model could write the report. These are the notes.",
    notFound: "not found",
    ended: {
      budget: "The budget was used up.",
      time: "The time was up.",
      halt: "The research was halted.",
      model: "The model failed at times.",
      search: "Searches failed at times.",
    },
    changes: {
      title: (day) => `Changes since ${day}`,
      added: "New",
      gone: "No longer said",
      unread: "Not read this time",
      none: "Nothing has changed.",
    },
    counts: {
      supported: [
        "No sentence is supported by a source",
        "{n} sentence is supported by its source",
        "{n} sentences are supported by their sources",
      ],
      ours: ["{n} is the report's own", "{n} are the report's own"],
      weak: ["{n} is not supported", "{n} are not supported"],
    },
  },
  de: {
    sources: "Quellen",
    standing: "Wie gut es belegt ist",
    unlooked: "Nicht angesehen",
    contradictions: "Quellen, die sich widersprechen",
    unsupported: "von der Quelle nicht belegt",
    contradicted: "die Quelle sagt etwas anderes",
    nothing: "Nichts gefunden, was die Frage beantwortet.",
    unwritten: "Kein Modell konnte den Bericht schreiben. Das sind die Notizen.",
    notFound: "nicht gefunden",
    ended: {
      budget: "Das Budget war aufgebraucht.",
      time: "Die Zeit war um.",
      halt: "Die Recherche wurde angehalten.",
      model: "Das Modell fiel zeitweise aus.",
      search: "Die Suche fiel zeitweise aus.",
    },
    changes: {
      title: (day) => `Änderungen seit ${day}`,
      added: "Neu",
      gone: "Nicht mehr gesagt",
      unread: "Diesmal nicht gelesen",
      none: "Es hat sich nichts geändert.",
    },
    counts: {
      supported: [
        "Kein Satz ist durch eine Quelle belegt",
        "{n} Satz ist durch seine Quelle belegt",
        "{n} Sätze sind durch ihre Quellen belegt",
      ],
      ours: ["{n} ist eine eigene Aussage des Berichts", "{n} sind eigene Aussagen des Berichts"],
      weak: ["{n} ist nicht belegt", "{n} sind nicht belegt"],
    },
  },
  fr: {
    sources: "Sources",
    standing: "Ce qui est étayé",
    unlooked: "Non consulté",
    contradictions: "Sources contradictoires",
    unsupported: "non étayé par sa source",
    contradicted: "sa source dit autre chose",
    nothing: "Rien n'a été trouvé qui réponde à la question.",
    unwritten: "Aucun modèle n'a pu rédiger le rapport. Voici les notes.",
    notFound: "introuvable",
    ended: {
      budget: "Le budget était épuisé.",
      time: "Le temps était écoulé.",
      halt: "La recherche a été arrêtée.",
      model: "Le modèle a parfois échoué.",
      search: "Des recherches ont parfois échoué.",
    },
    changes: {
      title: (day) => `Changements depuis le ${day}`,
      added: "Nouveau",
      gone: "N'est plus dit",
      unread: "Non lu cette fois",
      none: "Rien n'a changé.",
    },
    counts: {
      supported: [
        "Aucune phrase n'est étayée par une source",
        "{n} phrase est étayée par sa source",
        "{n} phrases sont étayées par leurs sources",
      ],
      ours: ["{n} est propre au rapport", "{n} sont propres au rapport"],
      weak: ["{n} n'est pas étayée", "{n} ne sont pas étayées"],
    },
  },
};

export function reportWords(question: string): ReportWords {
  return WORDS[languageOf(question)];
}

/** How many sentences are supported, in one sentence; what there is none of is left out. */
export function countsText(
  { counts }: ReportWords,
  { supported, ours, weak }: { supported: number; ours: number; weak: number },
): string {
  const parts = [
    filled(counts.supported[Math.min(supported, 2)] ?? "", supported),
    ...counted(counts.ours, ours),
    ...counted(counts.weak, weak),
  ];
  return `${parts.join(", ")}.`;
}

function counted([one, many]: OneOrMany, n: number): string[] {
  return n === 0 ? [] : [filled(n === 1 ? one : many, n)];
}

function filled(words: string, n: number): string {
  return words.replace("{n}", String(n));
}

export type { ReportWords };
