/** Titles and explanations of the house's prompts and their variables, in the language of the app. */
import type { HousePrompt } from "../../api/house-prompts.ts";
import { t } from "../../words/t.ts";

const TITLES: Readonly<Record<HousePrompt["name"], string>> = {
  rules: t("Rules"),
  "rules-light": t("Rules for small models"),
  title: t("Conversation title"),
  compaction: t("Summary of older messages"),
  "mode-chat": t("Chat mode"),
  "mode-search": t("Search mode"),
  "mode-research": t("Research mode"),
  "search-decision": t("Decision to search"),
  "follow-ups": t("Follow-up suggestions"),
  "recall-account": t("Recalled memories"),
  "memory-extraction": t("Learning from a conversation"),
  "memory-file": t("Learning from a file"),
  "memory-episode": t("Episodes"),
  "memory-search": t("Deep memory search"),
  "memory-account": t("Result of a deep memory search"),
  "room-router": t("Who answers in a room"),
  "builder-task": t("Task for the Builder"),
  "research-plan": t("Research plan"),
  "research-work": t("Research step"),
  "research-write": t("Research report"),
  "research-check": t("Check of a report"),
  "research-mend": t("Mending a report"),
  "ocr-page": t("Scanned pages"),
};

const ABOUT: Readonly<Record<HousePrompt["name"], string>> = {
  rules: t("Rules that every agent follows, after its instructions."),
  "rules-light": t("The same rules for small models, which get short requests."),
  title: t("Names a conversation after its first exchange."),
  compaction: t(
    "Summarises the older part of a long conversation. An agent may have its own prompt for that.",
  ),
  "mode-chat": t("Told to the model in chat mode."),
  "mode-search": t("Told to the model in search mode."),
  "mode-research": t("Told to the model in research mode."),
  "search-decision": t(
    "Decides in search mode whether a message needs a search, and for what. Answers with JSON.",
  ),
  "follow-ups": t("Suggests after an answer what a person may ask next."),
  "recall-account": t("Puts the memories recalled for a message into prose."),
  "memory-extraction": t("Finds after a conversation what is worth remembering. Answers with JSON."),
  "memory-file": t("Finds the facts in a file that are worth remembering. Answers with JSON."),
  "memory-episode": t("Sums up a stretch of conversation for memory. Answers with JSON."),
  "memory-search": t("Finds words for a deep search of memory. Answers with JSON."),
  "memory-account": t("Puts into prose what a deep search of memory found."),
  "room-router": t("Decides who answers in a room. Answers with JSON."),
  "builder-task": t("Tells the Builder what to build or repair."),
  "research-plan": t("Plans a piece of research. Answers with JSON."),
  "research-work": t("Looks up one step of a research plan, with tools."),
  "research-write": t("Writes a research report from notes."),
  "research-check": t("Checks the sentences of a report against the passages they cite. Answers with JSON."),
  "research-mend": t("Rewrites sentences of a report that their passages don't support. Answers with JSON."),
  "ocr-page": t("Tells a model that sees to write down the text of a scanned page."),
};

const VARIABLES: Readonly<Record<string, string>> = {
  most_queries: t("The most searches that run side by side."),
  narrative: t("Has a value where an account is wanted."),
  factual: t("Has a value where plain facts are wanted."),
  room: t("The room's name."),
  cast: t("The agents who can answer, one a line, with name and role."),
  rules: t("The room's own instructions for its router."),
  moderator: t("The agent who answers when rules are broken."),
  crisis_agent: t("The agent who answers in a crisis, if the room has one."),
  name: t("The capability's name."),
  purpose: t("The capability's purpose."),
  input: t("Its input as a JSON Schema, if known."),
  output: t("Its result in words, if known."),
  failure: t("In a repair: the reported failure."),
  files: t("In a repair: the names of its files."),
};

export function titleOfPrompt(name: HousePrompt["name"]): string {
  return TITLES[name];
}

export function aboutPrompt(name: HousePrompt["name"]): string {
  return ABOUT[name];
}

/** Empty for a variable that only the prompt's file explains. */
export function aboutVariable(name: string): string {
  return VARIABLES[name] ?? "";
}
