/** Languages of Nightjar's own texts: English, and those that have catalogues. */

export const INTERFACE_LANGUAGES = ["en", "de", "fr"] as const;

export type InterfaceLanguage = (typeof INTERFACE_LANGUAGES)[number];

/** The one of a BCP 47 tag (`de-AT`) or of a platform's own (`en_US`); undefined: there is no catalogue for it. */
export function interfaceLanguage(tag: string | null | undefined): InterfaceLanguage | undefined {
  const [primary] = (tag ?? "").toLowerCase().split(/[-_]/);
  return INTERFACE_LANGUAGES.find((language) => language === primary);
}
