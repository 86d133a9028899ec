/** Tells a person once that Nightjar was updated, and what is new. */
import { mount, unmount } from "svelte";
import { changePreferences, readPreferences } from "../../api/people/people.ts";
import { readStored, writeStored } from "../../session/browser/storage.ts";
import { signedIn } from "../../session/person/me.svelte.ts";
import { newestVersion, releasedOn } from "./changelog.ts";
import UpdateNotice from "./UpdateNotice.svelte";

/** Spares the question in a browser that knows the answer. */
const KNOWN = "seen-version";

export async function tellOfUpdate(): Promise<void> {
  if (readStored<string>(KNOWN) === newestVersion) return;
  const preferred = await readPreferences();
  if (!preferred.ok) return;
  const { seen_version } = preferred.value;
  if (seen_version === newestVersion) writeStored(KNOWN, newestVersion);
  else if (seen_version !== null || wasThereBefore()) showNotice();
  else await noteSeen();
}

/** Tells whether the person knew an earlier version. Somebody who came after the release has seen no other. */
function wasThereBefore(): boolean {
  const { state } = signedIn;
  const cameAt = state.status === "in" ? state.me.created_at : null;
  return cameAt !== null && cameAt < releasedOn;
}

async function noteSeen(): Promise<void> {
  const saved = await changePreferences({ seen_version: newestVersion });
  if (saved.ok) writeStored(KNOWN, newestVersion);
}

function showNotice(): void {
  const onclose = () => {
    void unmount(notice);
    void noteSeen();
  };
  const onread = () => {
    onclose();
    void import("./changelog-dialog.ts").then(({ showChangelog }) => showChangelog());
  };
  const target = document.querySelector("#app") ?? document.body;
  const notice = mount(UpdateNotice, { target, props: { version: newestVersion, onread, onclose } });
}
