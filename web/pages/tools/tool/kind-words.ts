/** Kinds of arguments, in words. */
import type { McpToolSummary } from "../../../api/agents/tools.ts";
import { t } from "../../../words/t.ts";

export type Kind = McpToolSummary["arguments"][number]["kind"];

const NAMES: Readonly<Record<Kind, string>> = {
  destination: t("Destination"),
  address: t("Web address"),
  selector: t("What is changed"),
  amount: t("Amount"),
  secret: t("Secret"),
  plain: t("Plain"),
};

export const KINDS = Object.keys(NAMES) as Kind[];

export function kindName(kind: Kind): string {
  return NAMES[kind];
}
