/** What the server can do for speech, asked once. */
import { readSpeech, type Speech } from "../../api/conversations/speech.ts";

let known: Promise<Speech> | undefined;

/** Without an answer the browser has to do. */
export function speech(): Promise<Speech> {
  known ??= readSpeech().then((read) => (read.ok ? read.value : { hears: false, speaks: false }));
  return known;
}
