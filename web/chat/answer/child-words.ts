/** Texts about a task given to another conversation. */
import type { ChildState } from "../../../src/channels/web/wire.ts";
import type { IconName } from "../../ui/pictures/icons.ts";
import { t } from "../../words/t.ts";

export const CHILD_STATES: Readonly<Record<ChildState, string>> = {
  running: t("working"),
  completed: t("done"),
  halted: t("stopped"),
  failed: t("failed"),
  given_up: t("timed out"),
};

/** Icons of a child that has ended. */
export const CHILD_ICONS: Readonly<Record<Exclude<ChildState, "running">, IconName>> = {
  completed: "check",
  halted: "stop",
  failed: "alert",
  given_up: "alert",
};
