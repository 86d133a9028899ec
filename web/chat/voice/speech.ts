/** The server's abilities for speech, read once. */
import { readSpeech, type Speech } from "../../api/conversations/speech.ts";

let known: Promise<Speech> | undefined;

/** Without an answer the browser's own speech is used. */
export function speech(): Promise<Speech> {
  known ??= readSpeech().then((read) =>
    read.ok ? read.value : { hears: false, hears_live: false, speaks: false },
  );
  return known;
}
