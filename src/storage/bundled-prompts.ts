/** Prompts of the house from r2/prompts, bundled with the Worker as text. */
import builderTask from "../../r2/prompts/builder-task.md";
import compaction from "../../r2/prompts/compaction.md";
import followUps from "../../r2/prompts/follow-ups.md";
import memoryAccount from "../../r2/prompts/memory-account.md";
import memoryEpisode from "../../r2/prompts/memory-episode.md";
import memoryExtraction from "../../r2/prompts/memory-extraction.md";
import memoryFile from "../../r2/prompts/memory-file.md";
import memorySearch from "../../r2/prompts/memory-search.md";
import modeChat from "../../r2/prompts/mode-chat.md";
import modeResearch from "../../r2/prompts/mode-research.md";
import modeSearch from "../../r2/prompts/mode-search.md";
import ocrPage from "../../r2/prompts/ocr-page.md";
import recallAccount from "../../r2/prompts/recall-account.md";
import researchCheck from "../../r2/prompts/research-check.md";
import researchMend from "../../r2/prompts/research-mend.md";
import researchPlan from "../../r2/prompts/research-plan.md";
import researchWork from "../../r2/prompts/research-work.md";
import researchWrite from "../../r2/prompts/research-write.md";
import roomRouter from "../../r2/prompts/room-router.md";
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
  { path: "r2/prompts/follow-ups.md", text: followUps },
  { path: "r2/prompts/recall-account.md", text: recallAccount },
  { path: "r2/prompts/memory-extraction.md", text: memoryExtraction },
  { path: "r2/prompts/memory-file.md", text: memoryFile },
  { path: "r2/prompts/memory-episode.md", text: memoryEpisode },
  { path: "r2/prompts/memory-search.md", text: memorySearch },
  { path: "r2/prompts/memory-account.md", text: memoryAccount },
  { path: "r2/prompts/room-router.md", text: roomRouter },
  { path: "r2/prompts/builder-task.md", text: builderTask },
  { path: "r2/prompts/research-plan.md", text: researchPlan },
  { path: "r2/prompts/research-work.md", text: researchWork },
  { path: "r2/prompts/research-write.md", text: researchWrite },
  { path: "r2/prompts/research-check.md", text: researchCheck },
  { path: "r2/prompts/research-mend.md", text: researchMend },
  { path: "r2/prompts/ocr-page.md", text: ocrPage },
];
