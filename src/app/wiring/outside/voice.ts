/** Answers as recordings: synthesized by the speech provider that is set up, and kept as files until they have been sent. */
import type { Voice } from "../../../../durable-objects/conversation/outbox/ports.ts";
import { mediaPart } from "../../../tools/files/port.ts";
import type { SpeechResult } from "../../../tools/media/synthesize.ts";
import type { House } from "../../house.ts";

type VoiceParts = Pick<House, "synthesizer" | "files" | "log">;

export function wireVoice(parts: VoiceParts): Voice {
  return {
    get speaks() {
      return parts.synthesizer() !== undefined;
    },
    record: recorder(parts),
    discard: discarder(parts),
  };
}

function recorder({ synthesizer, files, log }: VoiceParts): Voice["record"] {
  return async (owner, words, signal) => {
    try {
      const said = await synthesizer()?.({ ...words, as: "voice_note" }, signal);
      if (said?.ok) return mediaPart(await files.put(owner, fileOf(said)));
      if (said) log.warn("not_spoken", { problem: said.reason });
    } catch (problem) {
      log.warn("not_spoken", { problem: String(problem) });
    }
    return undefined;
  };
}

function fileOf({ name, media_type, bytes }: Extract<SpeechResult, { ok: true }>) {
  return { name, media_type, bytes };
}

function discarder({ files, log }: VoiceParts): Voice["discard"] {
  return async (owner, { file_id }) => {
    try {
      await files.remove(owner, file_id);
    } catch (problem) {
      log.warn("recording_not_removed", { file: file_id, problem: String(problem) });
    }
  };
}
