/** Rights of members as levels: each includes the one before it. */

import type { MemberRight } from "../../../src/channels/web/wire.ts";
import { t } from "../../words/t.ts";

export const LEVELS = [
  { value: "read", label: t("Read"), rights: ["read"] },
  { value: "write", label: t("Read and write"), rights: ["read", "write"] },
  { value: "approve", label: t("Can approve"), rights: ["read", "write", "approve"] },
] as const satisfies readonly { value: string; label: string; rights: readonly MemberRight[] }[];

export type Level = (typeof LEVELS)[number]["value"];

/**
 * Somebody who may approve but not write is shown at the level that includes both: the next choice starts from there.
 */
export function levelOf(rights: readonly MemberRight[]): Level {
  if (rights.includes("approve")) return "approve";
  return rights.includes("write") ? "write" : "read";
}

export function rightsOf(level: Level): readonly MemberRight[] {
  return LEVELS.find(({ value }) => value === level)?.rights ?? ["read"];
}
