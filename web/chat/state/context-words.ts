/** Names and colours of what fills a model's context. */
import type { RequestPart } from "../../../src/domain/conversation/request-size.ts";
import { t } from "../../words/t.ts";

const LABELS: Record<RequestPart, string> = {
  system: t("System prompt and agent"),
  tools: t("Tools"),
  memory: t("Memory"),
  files: t("Files"),
  summary: t("Summary"),
  conversation: t("Conversation"),
};

/** Hues a sixth of the circle apart, equally light in both themes. */
const HUES: Record<RequestPart, number> = {
  system: 290,
  tools: 240,
  memory: 170,
  files: 120,
  summary: 350,
  conversation: 55,
};

export function labelOf(part: RequestPart): string {
  return LABELS[part];
}

export function colourOf(part: RequestPart): string {
  return `oklch(68% 0.13 ${HUES[part]})`;
}
