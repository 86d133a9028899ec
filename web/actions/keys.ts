/** Keys of actions: described once, matched against what is pressed, and written the way the platform writes them. */
import { t } from "../words/t.ts";

/** Modifiers in the order in which they are written. */
type Modifiers = "" | "Mod+" | "Shift+" | "Alt+" | "Mod+Shift+" | "Mod+Alt+";
type KeyName = keyof typeof NAMED | "K" | "O";
/** `Mod` is Ctrl or ⌘. Either counts on every platform; ⌘ is shown on Apple's, Ctrl elsewhere. */
export type Keys = `${Modifiers}${KeyName}`;

/** A keyboard event, as far as keys are matched. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Keys whose names are words. “Enter” alone is in the catalogues as what one does with a code. */
const NAMED = { Enter: t("(Enter)").slice(1, -1), Escape: t("Esc") };
const MODIFIERS = { Mod: t("Ctrl"), Shift: t("Shift"), Alt: t("Alt") };
/** Apple writes signs, ⌘ next to the key. */
const SIGNS = { Alt: "⌥", Shift: "⇧", Mod: "⌘", Enter: "↩" };

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** Exactly these: another modifier makes other keys. */
export function areKeys(keys: Keys, pressed: KeyPress): boolean {
  const parts = keys.split("+");
  return (
    pressed.key.toLowerCase() === parts.at(-1)?.toLowerCase() &&
    (pressed.ctrlKey || pressed.metaKey) === parts.includes("Mod") &&
    pressed.shiftKey === parts.includes("Shift") &&
    pressed.altKey === parts.includes("Alt")
  );
}

/** `⇧⌘O` on Apple's platforms, `Ctrl+Shift+O` elsewhere. */
export function keysText(keys: Keys, onApple = isApple): string {
  const parts = keys.split("+");
  if (!onApple) return parts.map((part) => wordOf(part)).join("+");
  const signs = Object.entries(SIGNS).flatMap(([part, sign]) => (parts.includes(part) ? [sign] : []));
  const key = parts.at(-1) ?? "";
  return [...signs, ...(key in SIGNS ? [] : [wordOf(key)])].join("");
}

function wordOf(part: string): string {
  const words: Readonly<Record<string, string>> = { ...MODIFIERS, ...NAMED };
  return words[part] ?? part;
}
