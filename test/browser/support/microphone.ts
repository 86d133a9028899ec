/** The microphone of all windows: Chromium plays a recording into it from its beginning whenever a page opens it. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { LaunchOptions } from "playwright-core";
import { spokenRecording } from "../../support/speech/recording.ts";

/** Silence and speech by turns, in seconds: a question, and an interruption while it is being answered. */
export const SPOKEN_S = [1, 1.2, 4.5, 1.2, 8] as const;

export function withMicrophone(options: LaunchOptions): LaunchOptions {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "nightjar-microphone-")), "spoken.wav");
  writeFileSync(file, spokenRecording(SPOKEN_S));
  const device = [
    "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream",
    `--use-file-for-fake-audio-capture=${file}%noloop`,
  ];
  return { ...options, args: [...(options.args ?? []), ...device] };
}
