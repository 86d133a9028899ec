/** An invite: a code that creates persons with a role, up to a number of uses and an expiry date. */
import type { Role } from "../domain/principal.ts";

export interface Invite {
  id: string;
  /** Note on its purpose, by its creator. */
  name: string;
  /** Role of the persons who redeem it. */
  role: Role;
  /** The last characters of the code: only its receivers know the rest. */
  code_hint: string;
  max_uses: number;
  uses: number;
  created_by: string;
  /** ms since the epoch, as all times here. */
  created_at: number;
  expires_at: number | null;
  disabled_at: number | null;
}

export type InviteState = "open" | "used_up" | "expired" | "disabled";

/** Whether the code can be redeemed now, or why not. */
export function inviteState(
  invite: Pick<Invite, "max_uses" | "uses" | "expires_at" | "disabled_at">,
  now: number,
): InviteState {
  if (invite.disabled_at !== null) return "disabled";
  if (invite.expires_at !== null && invite.expires_at <= now) return "expired";
  return invite.uses >= invite.max_uses ? "used_up" : "open";
}

/** No 0, 1, i, l, o, u: codes are read aloud and typed by hand. 16 of them are 78 bits. */
const LETTERS = "23456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 16;

/** A new code, such as `k7m2-p9xd-3hqr-v8tz`. `random` fills the given bytes. */
export function newInviteCode(random: (bytes: Uint8Array) => void): string {
  let letters = "";
  while (letters.length < LENGTH) {
    const bytes = new Uint8Array(LENGTH);
    random(bytes);
    // Rejection sampling: higher bytes would favour the first letters.
    for (const byte of bytes) if (byte < 240) letters += LETTERS[byte % LETTERS.length];
  }
  return (letters.slice(0, LENGTH).match(/.{4}/g) ?? []).join("-");
}

/** Normalises a typed or pasted code: the end of a link, capitals, spaces and missing dashes are accepted. */
export function plainInviteCode(typed: string): string {
  const end = typed.trim().split(/[/#]/).at(-1) ?? "";
  return end.toLowerCase().replace(/[^a-z0-9]/g, "");
}
