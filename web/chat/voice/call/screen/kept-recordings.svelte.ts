/** Whether what the person says in calls is kept as sound for a day. */
import { changePreferences, readPreferences } from "../../../../api/people/people.ts";
import { tell } from "../../../../ui/overlays/toasts.svelte.ts";

/** Undefined until it is known. */
let areKept = $state<boolean>();

export const keptRecordings = {
  get areKept(): boolean | undefined {
    return areKept;
  },
  /** The preference may have been changed elsewhere. */
  async read(): Promise<void> {
    const read = await readPreferences();
    if (read.ok) areKept = read.value.keep_recordings === true;
  },
  /** Saves the choice to keep recordings; without it, those that are kept are deleted. */
  async keep(wish: boolean): Promise<void> {
    const saved = await changePreferences({ keep_recordings: wish });
    areKept = saved.ok ? wish : !wish;
    if (!saved.ok) tell(saved.reason, { level: "error" });
  },
};
