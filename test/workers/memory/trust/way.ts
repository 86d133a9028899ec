/** A way by which words come into memory, and the scene after it. */
import type { ToolContext } from "../../../../src/agent/ports/tool.ts";
import { callsOfTags } from "../../../../src/agent/tags/tag-calls.ts";
import { aScene, type Scene, TAINTED } from "./scene.ts";

export type Way = [name: string, come: (scene: Scene) => Promise<unknown>];

export const SIGNAL = new AbortController().signal;
export const KNOWN = { scope: "person" as const, origin: "person" as const, trust: "trusted" as const };

/** Makes a tool call that a reply writes as a tag: it has the same trust as any other call. */
export async function tagged(
  scene: Scene,
  tag: { name: string; argument: string; body: string },
  turn: Partial<ToolContext> = TAINTED,
): Promise<void> {
  for (const { name, input } of callsOfTags([tag], 1))
    if (input.ok) await scene.tool(name, input.value, turn);
}

export async function afterComing([, come]: Way): Promise<Scene> {
  const scene = aScene();
  await come(scene);
  // A day later, when what is due is due.
  scene.later(86_400_000);
  return scene;
}
