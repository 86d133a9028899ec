/** Fixed words of a report, in the language of its question. */
import { type KnownLanguage, languageOf } from "../check/languages.ts";
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
  counts(of: { supported: number; ours: number; weak: number }): string;
}

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
    counts: ({ supported, ours, weak }) =>
      `${supported} sentences are supported by their sources, ${ours} are the report's own words, ${weak} are not supported.`,
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
    counts: ({ supported, ours, weak }) =>
      `${supported} Sätze sind durch ihre Quellen belegt, ${ours} sind eigene Worte des Berichts, ${weak} sind nicht belegt.`,
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
    counts: ({ supported, ours, weak }) =>
      `${supported} phrases sont étayées par leurs sources, ${ours} sont propres au rapport, ${weak} ne sont pas étayées.`,
  },
};

export function reportWords(question: string): ReportWords {
  return WORDS[languageOf(question)];
}

export type { ReportWords };
