/** An agent as a file: Markdown, with its settings as front matter and its instructions as the text. */
import { AGENT_DEFAULTS, type Agent } from "../domain/agent.ts";
import { type ParsedFile, parseSettingsFile, settingsFile } from "../platform/settings/file.ts";
import { type AgentFields, agentSchema, completeFields, fieldsOf, slugSchema } from "./fields.ts";

/** Throws an AppError that names the wrong field. `path` is for that error. */
export function parseAgentFile(text: string, path: string): ParsedFile<AgentFields> {
  const schema = agentSchema().extend({ slug: slugSchema().optional() });
  const bodyRule = "instructions are the text below the front matter, not a setting in it.";
  return parseSettingsFile({ body: "instructions", bodyRule, schema, complete: completeFields }, text, path);
}

/** Leaves out settings at their default. Parsing the text gives the same agent. */
export function agentFile(agent: Agent): string {
  const { instructions: body, ...settings } = fieldsOf(agent);
  // A personal agent has a different default audience.
  const defaults = { ...AGENT_DEFAULTS, audience: agent.owner === null ? AGENT_DEFAULTS.audience : [] };
  return settingsFile(agent.slug, { settings, defaults, body });
}
