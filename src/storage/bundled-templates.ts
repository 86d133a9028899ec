/**
 * Agent templates from r2/templates, bundled with the Worker as text: nobody owns them until somebody creates
 * an agent from one.
 */
import analyst from "../../r2/templates/analyst.md";
import decisionPartner from "../../r2/templates/decision-partner.md";
import editor from "../../r2/templates/editor.md";
import engineer from "../../r2/templates/engineer.md";
import planner from "../../r2/templates/planner.md";
import translator from "../../r2/templates/translator.md";
import tutor from "../../r2/templates/tutor.md";
import watcher from "../../r2/templates/watcher.md";

export const TEMPLATE_FILES = [
  { path: "r2/templates/planner.md", text: planner },
  { path: "r2/templates/editor.md", text: editor },
  { path: "r2/templates/tutor.md", text: tutor },
  { path: "r2/templates/engineer.md", text: engineer },
  { path: "r2/templates/analyst.md", text: analyst },
  { path: "r2/templates/translator.md", text: translator },
  { path: "r2/templates/decision-partner.md", text: decisionPartner },
  { path: "r2/templates/watcher.md", text: watcher },
];
