/** Explanations of the house's prompts and their variables, in the language of the app. */
import type { HousePrompt } from "../../api/house-prompts.ts";
import { t } from "../../words/t.ts";

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
};

const VARIABLES: Readonly<Record<string, string>> = {
  most_queries: t("The most searches that run side by side."),
};

export function aboutPrompt(name: HousePrompt["name"]): string {
  return ABOUT[name];
}

/** Empty for a variable that only the prompt's file explains. */
export function aboutVariable(name: string): string {
  return VARIABLES[name] ?? "";
}
