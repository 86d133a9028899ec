/** Where a browser takes notifications, and what a push service makes of one. */
import { fromBase64Url } from "./bytes.ts";

/** As the browser gives it. */
export interface PushSubscription {
  /** An address at the push service of the browser's maker. */
  endpoint: string;
  /** The browser's public key, base64url of 65 bytes, and its secret of 16: only it can read what comes. */
  p256dh: string;
  auth: string;
}

/** What the browser shows. */
export interface Notice {
  title: string;
  body: string;
  /** Where it leads, below the address of the app. */
  path: string;
  /** One of the same tag takes the place of an earlier one. */
  tag: string;
}

/** `gone`: nothing is taken there any more. `failed`: this one was not taken. */
export type Pushed = "sent" | "gone" | "failed";

/** Whether they are such keys at all. */
export function areKeys({ p256dh, auth }: Pick<PushSubscription, "p256dh" | "auth">): boolean {
  try {
    const key = fromBase64Url(p256dh);
    return key.length === 65 && key[0] === 4 && fromBase64Url(auth).length === 16;
  } catch {
    return false;
  }
}
