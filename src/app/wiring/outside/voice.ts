/** Answers as recordings: synthesized by the speech provider that is set up, and kept as files until they have been sent. */
import type { Voice } from "../../../../durable-objects/conversation/outbox/ports.ts";
import { knownLanguage } from "../../../domain/text/language/known-language.ts";
import { mediaPart } from "../../../tools/files/port.ts";
import type { House } from "../../house.ts";

type VoiceParts = Pick<House, "synthesizer" | "preferenceCache" | "files" | "log">;

export function wireVoice(parts: VoiceParts): Voice {
  return {
    get speaks() {
      return parts.synthesizer() !== undefined;
    },
    record: recorder(parts),
    discard: discarder(parts),
  };
}

function recorder({ synthesizer, preferenceCache, files, log }: VoiceParts): Voice["record"] {
  return async (owner, { conversation_id, text: written, voice }, signal) => {
    try {
      // The language's words are loaded by the first answer that is spoken.
      const { voiceMessageText } = await import("../../../channels/spoken-text.ts");
      const language = (await preferenceCache.get(owner)).language ?? undefined;
      const text = voiceMessageText(written, knownLanguage(language));
      if (text === "") return undefined;
      const wish = { text, voice, language, as: "voice_note" as const, payer: { owner, conversation_id } };
      const said = await synthesizer()?.(wish, signal);
      if (said?.ok) {
        const { soundFile } = await import("../../../voice/whole-sound.ts");
        return mediaPart(await files.put(owner, await soundFile(said, "voice")));
      }
      if (said) log.warn("not_spoken", { problem: said.reason });
    } catch (problem) {
      log.warn("not_spoken", { problem: String(problem) });
    }
    return undefined;
  };
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
