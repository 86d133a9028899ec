/** What the routes of hooks ask of their part. */
import type { PartKey } from "../platform/part-key.ts";
import type { MailDeps } from "./mail/take-mail.ts";

export interface HookVerbs extends MailDeps {
  /** Fills the given bytes. */
  random(bytes: Uint8Array): void;
}

export const HOOKS: PartKey<HookVerbs> = { name: "hooks" };
