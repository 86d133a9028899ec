/** Services of the hooks part for its routes. */
import type { PartKey } from "../platform/part-key.ts";
import type { MailDeps } from "./mail/take-mail.ts";

export interface HookVerbs extends MailDeps {
  /** Fills the given bytes. */
  random(bytes: Uint8Array): void;
}

export const HOOKS: PartKey<HookVerbs> = { name: "hooks" };
