/** Prompts of the house over HTTP. */
import type { Page } from "../../src/channels/web/wire.ts";
import type { HousePrompt, HousePromptVersion } from "../../src/contract/instance/house-prompts.ts";
import { call, type Result } from "./http.ts";

export type { HousePrompt, HousePromptVersion };

export function listHousePrompts(): Promise<Result<Page<HousePrompt>>> {
  return call("GET", "/house-prompts");
}

/** `version`: the one that was edited. */
export function editHousePrompt(
  name: string,
  edit: { text: string; version: number },
): Promise<Result<HousePrompt>> {
  return call("PUT", `/house-prompts/${name}`, edit);
}

export function restoreHousePrompt(name: string): Promise<Result<HousePrompt>> {
  return call("DELETE", `/house-prompts/${name}`);
}

export function housePromptVersions(name: string): Promise<Result<Page<HousePromptVersion>>> {
  return call("GET", `/house-prompts/${name}/versions`);
}

export function previewHousePrompt(name: string, text: string): Promise<Result<{ text: string }>> {
  return call("POST", `/house-prompts/${name}/preview`, { text });
}
