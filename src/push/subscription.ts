/** A browser's push subscription, and the outcome of a notification. */
import { fromBase64Url } from "../platform/bytes.ts";

/** A subscription as the browser provides it. */
export interface PushSubscription {
  /** Address at the push service of the browser's maker. */
  endpoint: string;
  /**
   * The browser's public key, base64url of 65 bytes, and its secret of 16: only the browser can read the
   * message.
   */
  p256dh: string;
  auth: string;
}

/** Content of a notification. */
export interface Notice {
  title: string;
  body: string;
  /** The path to open, relative to the address of the app. */
  path: string;
  /** A notification replaces an earlier one with the same tag. */
  tag: string;
}

/** `gone`: the subscription no longer exists. `failed`: this notification was not accepted. */
export type PushResult = "sent" | "gone" | "failed";

/** Whether the keys have a valid form. */
export function areKeys({ p256dh, auth }: Pick<PushSubscription, "p256dh" | "auth">): boolean {
  try {
    const key = fromBase64Url(p256dh);
    return key.length === 65 && key[0] === 4 && fromBase64Url(auth).length === 16;
  } catch {
    return false;
  }
}
