/** Saved prompts over HTTP. */
import type { Page } from "../../../src/channels/web/wire.ts";
import type { Prompt, PromptChange, PromptFields } from "../../../src/contract/agents/prompts.ts";
import { filledPrompt } from "../../../src/domain/prompt.ts";
import { call, type Result } from "../http.ts";

export type { Prompt };

export { filledPrompt };

export function listPrompts(): Promise<Result<Page<Prompt>>> {
  return call("GET", "/prompts");
}

export function addPrompt(fields: PromptFields): Promise<Result<Prompt>> {
  return call("POST", "/prompts", fields);
}

export function changePrompt(name: string, fields: PromptChange): Promise<Result<Prompt>> {
  return call("PATCH", at(name), fields);
}

export function removePrompt(name: string): Promise<Result<unknown>> {
  return call("DELETE", at(name));
}

function at(name: string): string {
  return `/prompts/${encodeURIComponent(name)}`;
}
