/** Rules for a new password: long, and none of the common ones. There are no rules about its characters. */
import { isCommon } from "./common.ts";

export const SHORTEST = 10;
/** Limit in characters. Longer ones would cost more to read than to hash. */
export const LONGEST = 256;

/** The password's fault, as a sentence that says what to do; undefined: none. */
export function passwordFault(password: string, username: string | null): string | undefined {
  const length = [...password.normalize("NFKC")].length;
  if (length < SHORTEST) return `The password is too short: use at least ${SHORTEST} characters.`;
  if (length > LONGEST) return `The password is too long: use at most ${LONGEST} characters.`;
  const plain = password.normalize("NFKC").toLowerCase();
  if (isRepetition(plain)) return "The password repeats itself: use several unrelated words.";
  if (isCommon(plain)) return "Too many people use that password: use several unrelated words.";
  if (username !== null && isMadeOf(plain, username.toLowerCase()))
    return "The password contains the username: choose another one.";
  return undefined;
}

/** One piece of up to four characters, repeated: `aaaaaaaaaa`, `abcabcabcabc`. */
function isRepetition(text: string): boolean {
  return /^(.{1,4}?)\1+$/su.test(text);
}

/** The username, with nothing but digits and signs in and around it. */
function isMadeOf(text: string, name: string): boolean {
  const [letters, plainName] = [lettersOf(text), lettersOf(name)];
  return plainName.length >= 3 && letters.includes(plainName) && letters.replaceAll(plainName, "") === "";
}

function lettersOf(text: string): string {
  return text.replace(/[\d\p{P}\p{S}\s]/gu, "");
}
