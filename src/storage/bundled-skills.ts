/** The skills that ship with the Worker, as text from r2/skills. */

import dataAnalysisRecipes from "../../r2/skills/data-analysis/recipes.md";
import dataAnalysis from "../../r2/skills/data-analysis/SKILL.md";
import draftAReply from "../../r2/skills/draft-a-reply/SKILL.md";
import learnWithMe from "../../r2/skills/learn-with-me/SKILL.md";
import meetingNotes from "../../r2/skills/meeting-notes/SKILL.md";
import planAndFollowUp from "../../r2/skills/plan-and-follow-up/SKILL.md";
import proofread from "../../r2/skills/proofread/SKILL.md";
import research from "../../r2/skills/research/SKILL.md";
import summarize from "../../r2/skills/summarize/SKILL.md";
import useAWebsite from "../../r2/skills/use-a-website/SKILL.md";
import writeASkill from "../../r2/skills/write-a-skill/SKILL.md";

export const SKILL_FILES = [
  { path: "r2/skills/data-analysis/SKILL.md", text: dataAnalysis },
  { path: "r2/skills/data-analysis/recipes.md", text: dataAnalysisRecipes },
  { path: "r2/skills/draft-a-reply/SKILL.md", text: draftAReply },
  { path: "r2/skills/learn-with-me/SKILL.md", text: learnWithMe },
  { path: "r2/skills/meeting-notes/SKILL.md", text: meetingNotes },
  { path: "r2/skills/plan-and-follow-up/SKILL.md", text: planAndFollowUp },
  { path: "r2/skills/proofread/SKILL.md", text: proofread },
  { path: "r2/skills/research/SKILL.md", text: research },
  { path: "r2/skills/summarize/SKILL.md", text: summarize },
  { path: "r2/skills/use-a-website/SKILL.md", text: useAWebsite },
  { path: "r2/skills/write-a-skill/SKILL.md", text: writeASkill },
];
