/** Prompts of the house from r2/prompts, bundled with the Worker as text. */
import compaction from "../../r2/prompts/compaction.md";
import modeChat from "../../r2/prompts/mode-chat.md";
import modeResearch from "../../r2/prompts/mode-research.md";
import modeSearch from "../../r2/prompts/mode-search.md";
import rules from "../../r2/prompts/rules.md";
import rulesLight from "../../r2/prompts/rules-light.md";
import searchDecision from "../../r2/prompts/search-decision.md";
import title from "../../r2/prompts/title.md";

export const PROMPT_FILES = [
  { path: "r2/prompts/rules.md", text: rules },
  { path: "r2/prompts/rules-light.md", text: rulesLight },
  { path: "r2/prompts/title.md", text: title },
  { path: "r2/prompts/compaction.md", text: compaction },
  { path: "r2/prompts/mode-chat.md", text: modeChat },
  { path: "r2/prompts/mode-search.md", text: modeSearch },
  { path: "r2/prompts/mode-research.md", text: modeResearch },
  { path: "r2/prompts/search-decision.md", text: searchDecision },
];
