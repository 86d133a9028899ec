/** Words of the call's screen. */
import type { ToolSegment } from "../../../../thread/thread.ts";
import { gist } from "../../../../thread/tool-words.ts";
import { t } from "../../../../words/t.ts";
import type { CallState } from "../types.ts";

export function stateWords(state: CallState, { name, isMuted }: { name: string; isMuted: boolean }): string {
  switch (state) {
    case "idle":
      return t("Connecting …");
    case "listening":
      return isMuted ? t("Muted. Hold the picture to talk.") : t("Listening");
    case "hearing":
      return t("Listening to you");
    case "thinking":
      return name === "" ? t("Someone is about to answer") : t("{name} is thinking", { name });
    case "speaking":
      return t("{name} is speaking. Tap to interrupt.", { name });
    case "paused":
      return t("Paused");
  }
}

/** A tool at work, in a line. */
export function toolWords({ name, input }: ToolSegment): string {
  const about = gist(input);
  return about === "" ? name : `${name}: ${about}`;
}
