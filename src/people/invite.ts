/** An invite: a code that makes persons of a role, so many, until a date. */
import type { Role } from "../domain/principal.ts";

export interface Invite {
  id: string;
  /** Who or what it is for, in its maker's words. */
  name: string;
  /** What those who redeem it become. */
  role: Role;
  /** The last characters of the code: the rest is known to nobody but its receivers. */
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

/** What a code is good for now. */
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
    // Bytes that would favour the first letters are passed over.
    for (const byte of bytes) if (byte < 240) letters += LETTERS[byte % LETTERS.length];
  }
  return (letters.slice(0, LENGTH).match(/.{4}/g) ?? []).join("-");
}

/** The code as it was made, however it was typed or pasted: the end of a link, capitals, spaces, no dashes. */
export function plainInviteCode(typed: string): string {
  const end = typed.trim().split(/[/#]/).at(-1) ?? "";
  return end.toLowerCase().replace(/[^a-z0-9]/g, "");
}
