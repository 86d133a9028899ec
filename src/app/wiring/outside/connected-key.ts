/** The OpenAI account that was connected for models also serves pictures and speech. */
import { type AccountStore, workingOf } from "../../../providers/accounts.ts";
import type { PictureSettings } from "../../services/media.ts";

type Accounts = Pick<AccountStore, "snapshot">;

/** Read at each call: keys are connected and removed while the instance runs. A key of the settings goes first. */
export function pictureSettings(settings: PictureSettings, accounts: Accounts): PictureSettings {
  return {
    get OPENAI_API_KEY() {
      return settings.OPENAI_API_KEY ?? connectedKey("openai", accounts);
    },
    get OPENAI_BASE_URL() {
      return settings.OPENAI_BASE_URL;
    },
  };
}

/** Key of the provider's first working account at its own address; those of other servers are the models' alone. */
export function connectedKey(provider: string, accounts: Accounts): string | undefined {
  const snapshot = accounts.snapshot();
  const fit = snapshot.accounts.filter(
    (account) => account.provider === provider && account.base_url === undefined && account.key !== "",
  );
  return workingOf(fit, snapshot).toSorted((a, b) => a.priority - b.priority)[0]?.key;
}
