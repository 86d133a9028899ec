/** Options that several commands take. */
import { text } from "./command.mjs";

/** @typedef {{conversation: string | undefined, agent: string | undefined, model: string | undefined}} Addressed */

export const CONVERSATION = text("-c, --conversation <id>", "goes on with that conversation");
export const AGENT = text("-a, --agent <slug>", "which agent answers");
export const MODEL = text("-m, --model <name>", "which model, as provider/model");
export const BACKUP = text("--backup <name>", 'which one, as "backup list" names it; else the newest');
