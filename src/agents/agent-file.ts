/** An agent as a file: Markdown, with its settings as front matter and its instructions as the text. */
import { dump, JSON_SCHEMA } from "js-yaml";
import { z } from "zod";
import { AGENT_DEFAULTS, type Agent } from "../domain/agent.ts";
import { AppError } from "../domain/errors.ts";
import { parseFrontMatter } from "../platform/front-matter.ts";
import { type AgentFields, agentSchema, completeFields, fieldsOf, slugSchema } from "./fields.ts";

export interface ParsedAgentFile {
  /** Absent: the file's name is its slug. */
  slug?: string;
  fields: AgentFields;
}

/** Throws an AppError that names the wrong field. `path` is for that error. */
export function parseAgentFile(text: string, path: string): ParsedAgentFile {
  const { data, body } = parseFrontMatter(text, path);
  const settings = z.record(z.string(), z.unknown()).safeParse(data);
  if (!settings.success) throw wrong(path, "the front matter is not a list of settings.");
  if ("instructions" in settings.data)
    throw wrong(path, "instructions are the text below the front matter, not a setting in it.");
  const parsed = agentSchema()
    .extend({ slug: slugSchema().optional() })
    .safeParse({ ...settings.data, instructions: body });
  if (!parsed.success) throw wrong(path, z.prettifyError(parsed.error));
  const { slug, ...fields } = parsed.data;
  return { fields: completeFields(fields), ...(slug !== undefined && { slug }) };
}

/** Leaves out settings at their default. Parsing the text gives the same agent. */
export function agentFile(agent: Agent): string {
  const { name, instructions, ...settings } = fieldsOf(agent);
  // A personal agent has a different default audience.
  const audience = agent.owner === null ? AGENT_DEFAULTS.audience : [];
  const defaults: Partial<Record<string, unknown>> = { ...AGENT_DEFAULTS, audience };
  const set = Object.entries(settings).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(defaults[key]),
  );
  const data = { slug: agent.slug, name, ...Object.fromEntries(set) };
  const yaml = dump(data, { schema: JSON_SCHEMA, lineWidth: 100 });
  return `---\n${yaml}---\n\n${instructions}\n`;
}

function wrong(path: string, reason: string): AppError {
  return new AppError("malformed_request", `${path}: ${reason}`);
}
