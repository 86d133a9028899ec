/** An agent as a form's draft. */

import type { Agent } from "../../../src/channels/web/wire.ts";
import { AGENT_FIELDS, type ToolRule } from "../../../src/domain/fields/agent.ts";
import type { Channel } from "../../../src/domain/inbound.ts";
import { AUDIENCE } from "../editor/audience.ts";
import { type Conversion, type DraftOf, draftOf, linesIn, newValues, valuesOf } from "../editor/draft.ts";

interface SourceRow {
  source: string;
  /** One entry a line. */
  models: string;
}

export interface ToolRow {
  tool: string;
  rule: ToolRule;
}

const BY_SOURCE: Conversion<Partial<Record<Channel, string[]>>, SourceRow[]> = {
  draftOf: (chains) =>
    Object.entries(chains).map(([source, models]) => ({ source, models: models.join("\n") })),
  valueOf: (rows) => {
    const chains = rows.map(({ source, models }) => [source, linesIn(models)] as const);
    return Object.fromEntries(chains.filter(([, models]) => models.length > 0));
  },
};

const TOOLS: Conversion<Record<string, ToolRule>, ToolRow[]> = {
  draftOf: (rules) => Object.entries(rules).map(([tool, rule]) => ({ tool, rule })),
  valueOf: (rows) => {
    const rules = rows.map(({ tool, rule }) => [tool.trim(), rule] as const);
    return Object.fromEntries(rules.filter(([tool]) => tool !== ""));
  },
};

/** A tier a line: `name: FILE.md, OTHER.md`. */
const TIERS: Conversion<Record<string, string[]>, string> = {
  draftOf: (tiers) =>
    Object.entries(tiers)
      .map(([name, files]) => `${name}: ${files.join(", ")}`)
      .join("\n"),
  valueOf: (text) => Object.fromEntries(linesIn(text).map(tierIn)),
};

function tierIn(line: string): [name: string, files: string[]] {
  const colon = line.includes(":") ? line.indexOf(":") : line.length;
  const files = line.slice(colon + 1).split(",");
  return [line.slice(0, colon).trim(), files.map((file) => file.trim()).filter((file) => file !== "")];
}

const OWN = { models_by_source: BY_SOURCE, tools: TOOLS, context_tiers: TIERS, audience: AUDIENCE };

export type Draft = { slug: string } & DraftOf<typeof AGENT_FIELDS, typeof OWN>;

export const NEW_AGENT: Agent = { slug: "", ...newValues(AGENT_FIELDS), version: 1 };

export function draftOfAgent(agent: Agent): Draft {
  return { slug: agent.slug, ...draftOf(AGENT_FIELDS, agent, OWN) };
}

/** The agent with that version number. */
export function agentOf(draft: Draft, version: number): Agent {
  return { slug: draft.slug.trim(), ...valuesOf(AGENT_FIELDS, draft, OWN), version };
}
