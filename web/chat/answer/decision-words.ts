/** Decisions about a call, in words. */
import type { Decision } from "../../../src/channels/web/wire.ts";
import { t } from "../../words/t.ts";

export function decisionWords(): Record<Decision, string> {
  return {
    allow_once: t("Allowed once"),
    allow_task: t("Allowed for this task"),
    allow_conversation: t("Allowed in this conversation"),
    allow_today: t("Allowed until midnight"),
    allow_ten: t("Allowed ten times"),
    always: t("Always allowed"),
    deny: t("Denied"),
  };
}
