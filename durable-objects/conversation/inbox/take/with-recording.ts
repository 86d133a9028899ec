/** Words of a call, with the sound that their speaker keeps. */
import type { Part } from "../../../../src/domain/message.ts";
import { KEPT_MS } from "../../../../src/voice/recordings.ts";

/** The first text gets the recording. */
export function withRecording(parts: readonly Part[], id: string | undefined, now: number): readonly Part[] {
  const first = parts.findIndex(({ type }) => type === "text");
  if (id === undefined || first < 0) return parts;
  const kept_until = new Date(now + KEPT_MS).toISOString();
  return parts.map((part, at) =>
    at === first && part.type === "text" ? { ...part, recording: { id, kept_until } } : part,
  );
}
