/** Deeds on a schedule: the menu of its row, and the buttons of its page. */
import {
  pauseSchedule,
  removeSchedule,
  resumeSchedule,
  runSchedule,
  type Schedule,
} from "../../api/schedules.ts";
import { router } from "../../session/browser/router.svelte.ts";
import { itemPath } from "../../session/browser/routes.ts";
import { attempt } from "../../ui/overlays/attempt.ts";
import { confirmAction } from "../../ui/overlays/confirm-action.ts";
import type { MenuItem } from "../../ui/overlays/Menu.svelte";
import { t } from "../../words/t.ts";

export interface Deeds {
  edit(schedule: Schedule): void;
  /** Reads the schedules again. */
  changed(): void;
}

/** Menu of a schedule. Each item tells the person about its own failure. */
export function deedsOf(schedule: Schedule, { edit, changed }: Deeds): MenuItem[] {
  const { id, state } = schedule;
  const done = (answer: Parameters<typeof attempt>[0]) => void attempt(answer).then(changed);
  const pause: MenuItem = { label: t("Pause"), icon: "pause", run: () => done(pauseSchedule(id)) };
  const resume: MenuItem = { label: t("Resume"), icon: "play", run: () => done(resumeSchedule(id)) };
  return [
    { label: t("Run now"), icon: "live", run: () => run(schedule, done) },
    { label: t("Edit"), icon: "pencil", run: () => edit(schedule) },
    ...(state === "active" ? [pause] : state === "done" ? [] : [resume]),
    { label: t("Remove"), icon: "trash", danger: true, run: () => void remove(schedule, changed) },
  ];
}

/** Shows the run on the schedule's page. */
function run({ id }: Schedule, done: (answer: ReturnType<typeof runSchedule>) => void): void {
  router.go(itemPath("schedules", id));
  done(runSchedule(id));
}

async function remove({ id, name }: Schedule, changed: () => void): Promise<void> {
  const isSure = await confirmAction({
    title: t("Remove {name}?", { name }),
    text: t("It won't run again, and its run history is deleted. Its messages stay."),
    action: t("Remove"),
  });
  if (!isSure || !(await attempt(removeSchedule(id)))) return;
  if (router.item === id) router.rename("/schedules");
  changed();
}
