/** Keeps what a person says in a call for a day, if they have chosen it. */

import { spokenExpiryJob } from "../../jobs/storage-jobs.ts";
import { sha256Hex } from "../../platform/digest.ts";
import type { ApiContext } from "../http/api.ts";
import { servicesOf } from "./services.ts";

interface KeptSound {
  /** Hash of the sound: sent again, it is the same recording. */
  id: string;
  /** Resolves once it is stored; never rejects: the words count for more. */
  stored: Promise<void>;
  /** Removes a recording that has no words, or could not be transcribed. Never rejects. */
  drop(): Promise<void>;
}

/** Undefined: the person has not chosen it. Never rejects. */
export async function keepSound(
  context: ApiContext,
  sound: { media_type: string; bytes: Uint8Array },
): Promise<KeptSound | undefined> {
  const { people, preferenceCache, recordings, jobs, now, log } = servicesOf(context);
  const { owner } = context.get("principal");
  if ((await preferenceCache.get(owner)).keep_recordings !== true) return undefined;
  const [id, store] = await Promise.all([sha256Hex(sound.bytes), recordings()]);
  const failed = (problem: unknown) => log.warn("recording_not_kept", { problem: String(problem) });
  const put = async () => {
    await store.put(owner, id, sound);
    await jobs.enqueue(spokenExpiryJob(now()));
    // The choice may have been taken back meanwhile, or a moment ago in another isolate.
    const { keep_recordings } = await people.preferences.get(owner);
    if (keep_recordings !== true) await store.remove(owner, id);
  };
  const stored = put().catch(failed);
  const drop = () => stored.then(() => store.remove(owner, id)).catch(failed);
  return { id, stored, drop };
}
