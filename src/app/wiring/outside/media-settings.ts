/** Settings of pictures, speech and transcription, completed by the OpenAI account that was connected for models. */
import { type AccountStore, workingOf } from "../../../providers/accounts.ts";
import type { MediaSettings } from "../../services/media.ts";

/** Read at each call: keys are connected and removed while the instance runs. A key of the settings goes first. */
export function mediaSettings(
  settings: MediaSettings,
  accounts: Pick<AccountStore, "snapshot">,
): MediaSettings {
  return {
    get ELEVENLABS_API_KEY() {
      return settings.ELEVENLABS_API_KEY;
    },
    get ELEVENLABS_BASE_URL() {
      return settings.ELEVENLABS_BASE_URL;
    },
    get OPENAI_API_KEY() {
      return settings.OPENAI_API_KEY ?? connectedKey("openai", accounts);
    },
    get OPENAI_BASE_URL() {
      return settings.OPENAI_BASE_URL;
    },
    get TRANSCRIBE_MODEL() {
      return settings.TRANSCRIBE_MODEL;
    },
  };
}

/** Key of the provider's first working account at its own address; those of other servers are the models' alone. */
export function connectedKey(provider: string, accounts: Pick<AccountStore, "snapshot">): string | undefined {
  const snapshot = accounts.snapshot();
  const fit = snapshot.accounts.filter(
    (account) => account.provider === provider && account.base_url === undefined && account.key !== "",
  );
  return workingOf(fit, snapshot).toSorted((a, b) => a.priority - b.priority)[0]?.key;
}
