/** Ports of a turn. */
import type { GrantsPort } from "../../../src/agent/ports/grants.ts";
import type { RecallPort } from "../../../src/agent/ports/memory.ts";
import type { PolicyPort } from "../../../src/agent/ports/policy.ts";
import type { SourceTexts } from "../../../src/agent/ports/sources.ts";
import type { CutOutput, Toolbox } from "../../../src/agent/ports/tool.ts";
import type { Agent } from "../../../src/domain/agent.ts";
import type { MediaPart } from "../../../src/domain/message.ts";
import type { Preferences } from "../../../src/people/preferences.ts";
import type { TurnAdmission } from "../../../src/platform/turn-admission.ts";
import type { ContextPorts } from "../context/ports.ts";

export interface TurnPorts extends ContextPorts {
  /** Admission control for turns, shared by all objects in this isolate. */
  turnAdmission: TurnAdmission;
  toolbox: Toolbox;
  cutOutput: CutOutput;
  /** `cutOutput` without storing the whole. */
  cutUnstored: CutOutput;
  /** Texts of what turns read. */
  sources: SourceTexts;
  /** Whole text of an attached file, as its reader gives it; undefined: it has none. May reject. */
  fileText(owner: string, file: MediaPart): Promise<string | undefined>;
  policy: PolicyPort;
  grants: GrantsPort;
  recall: RecallPort;
  /** The person's preferences. From memory when warm; never rejects. */
  preferences(person: string): Preferences | Promise<Preferences>;
  /** Full texts of the skills that fit these words, for a model without tools. Never rejects. */
  fittingSkills(agent: Agent, owner: string, words: string): Promise<string[]>;
}
