/** Turns this browser's notifications on and off. */

import { readPushKey, subscribePush, unsubscribePush } from "../../api/people/push.ts";
import { t } from "../../words/t.ts";
import { readStored, writeStored } from "../browser/storage.ts";

const STORED = "push-subscription";
const WORKER = "/sw.js";

export type Standing = "on" | "off" | "denied" | "unable";

export async function notificationsHere(): Promise<Standing> {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return "unable";
  if (Notification.permission === "denied") return "denied";
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  const subscription = await registration?.pushManager.getSubscription();
  return subscription && readStored<string>(STORED) ? "on" : "off";
}

/** Undefined on success, else the reason. Must be called from a press: the browser asks for permission. */
export async function turnOn(device: string): Promise<string | undefined> {
  if ((await Notification.requestPermission()) !== "granted")
    return t("Notifications are blocked. Allow them for this page in your browser's settings.");
  const key = await readPushKey();
  if (!key.ok) return key.reason;
  const subscription = await subscribed(key.value.public_key).catch(() => undefined);
  const { endpoint, keys } = subscription?.toJSON() ?? {};
  const [p256dh, auth] = [keys?.["p256dh"], keys?.["auth"]];
  if (!endpoint || !p256dh || !auth) return t("Couldn't reach the browser's push service. Try again later.");
  const done = await subscribePush({ endpoint, keys: { p256dh, auth }, device });
  if (!done.ok) return done.reason;
  writeStored(STORED, done.value.id);
  return undefined;
}

export async function turnOff(): Promise<string | undefined> {
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  const id = readStored<string>(STORED);
  writeStored(STORED, null);
  const done = id === undefined ? undefined : await unsubscribePush(id);
  return done === undefined || done.ok || done.status === 404 ? undefined : done.reason;
}

async function subscribed(public_key: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  // A subscription for an earlier key of this instance receives nothing.
  await before?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key });
}
