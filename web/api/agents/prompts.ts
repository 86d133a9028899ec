/** Saved prompts over HTTP. */
import type { Page } from "../../../src/channels/web/wire.ts";
import { filledPrompt, type PromptVariable } from "../../../src/domain/prompt.ts";
import { call, type Result } from "../http.ts";

export { filledPrompt };

export interface PromptFields {
  name: string;
  description: string;
  text: string;
}

export interface Prompt extends PromptFields {
  /** The variables in its text. */
  variables: PromptVariable[];
}

export function listPrompts(): Promise<Result<Page<Prompt>>> {
  return call("GET", "/prompts");
}

export function addPrompt(fields: PromptFields): Promise<Result<Prompt>> {
  return call("POST", "/prompts", fields);
}

export function changePrompt(name: string, fields: Partial<PromptFields>): Promise<Result<Prompt>> {
  return call("PATCH", at(name), fields);
}

export function removePrompt(name: string): Promise<Result<unknown>> {
  return call("DELETE", at(name));
}

function at(name: string): string {
  return `/prompts/${encodeURIComponent(name)}`;
}
