/** Default name of a device, until its person gives it one. */
import { t } from "../../words/t.ts";

/** The first match counts: browsers also name others that they are based on. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg/, "Edge"],
  [/\bOPR\/|\bOpera/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/CriOS\/|Chrome\/|Chromium\//, "Chrome"],
  [/\bSafari\//, "Safari"],
  [/^curl\//, "curl"],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "Mac"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** Name of a device, such as `Firefox on Linux`. */
export function deviceName(user_agent: string): string {
  const [browser, system] = [found(BROWSERS, user_agent), found(SYSTEMS, user_agent)];
  if (browser && system) return t("{browser} on {system}", { browser, system });
  return browser ?? system ?? t("A browser");
}

function found(list: readonly [RegExp, string][], text: string): string | undefined {
  return list.find(([pattern]) => pattern.test(text))?.[1];
}
