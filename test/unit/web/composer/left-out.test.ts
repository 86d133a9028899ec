import { expect, test } from "vitest";
import type { ModelSummary } from "../../../../web/api/instance.ts";
import { whyLeftOut } from "../../../../web/chat/composer/left-out.ts";

const blind = {
  id: "acme/blind",
  name: "Blind",
  capabilities: { image: false, audio: false },
} as Partial<ModelSummary>;
const seeing = {
  id: "acme/seeing",
  name: "Seeing",
  capabilities: { image: true, audio: true },
} as Partial<ModelSummary>;
const catalog = {
  agents: [{ slug: "watcher", models: ["acme/seeing"] }],
  models: [blind, seeing] as ModelSummary[],
  defaultAgent: "nightjar",
  defaultModel: "acme/blind",
};

test("an attachment says why the model of the message, of the agent, or the default leaves it out", () => {
  const why = (media_type: string, agent = "", model = "") =>
    whyLeftOut(media_type, { agent, model, catalog });
  expect(why("image/png")).toContain("Blind can’t see pictures");
  expect(why("audio/mpeg")).toContain("Blind can’t hear recordings");
  expect(why("image/png", "watcher")).toBe("");
  expect(why("image/png", "watcher", "acme/blind")).toContain("Blind");
  expect(why("image/png", "", "acme/unknown")).toBe("");
  expect(why("application/pdf")).toBe("");
});
