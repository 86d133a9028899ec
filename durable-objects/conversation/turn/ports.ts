/** What running a turn needs of the rest of the house. */
import type { RecallPort } from "../../../src/agent/ports/memory.ts";
import type { PolicyPort } from "../../../src/agent/ports/policy.ts";
import type { CutOutput, Toolbox } from "../../../src/agent/ports/tool.ts";
import type { Agent } from "../../../src/domain/agent.ts";
import type { Preferences } from "../../../src/people/preferences.ts";
import type { Starts } from "../../../src/platform/starts.ts";
import type { ContextPorts } from "../context/ports.ts";

export interface TurnPorts extends ContextPorts {
  /** Which turns may begin, of all objects of the isolate. */
  starts: Starts;
  toolbox: Toolbox;
  cutOutput: CutOutput;
  policy: PolicyPort;
  /** Tools that this agent need not ask for. */
  granted(owner: string, agent: string): Promise<readonly string[]>;
  recall: RecallPort;
  /** What that person prefers. From memory when warm; never rejects. */
  preferences(person: string): Preferences | Promise<Preferences>;
  /** Skills that fit these words, whole, for a model without tools. Never rejects. */
  fittingSkills(agent: Agent, owner: string, words: string): Promise<string[]>;
}
