/** Default crisis helplines by country; whoever makes a room may change them. */

/** By ISO 3166-1 alpha-2 codes. Anybody in the country can call them, free or at low cost. */
export const CARE: Readonly<Record<string, string>> = {
  default:
    "If you might be in danger right now, call your local emergency number. Helplines of your country, by phone, text and chat: https://findahelpline.com",
  AT: "Telefonseelsorge: 142, day and night, free. Emergency: 112 or 144.",
  AU: "Lifeline: 13 11 14, or text 0477 13 11 14, day and night. Emergency: 000.",
  BR: "CVV: 188, day and night, free. Emergency: 192.",
  CA: "Suicide Crisis Helpline: call or text 988, day and night, free. Emergency: 911.",
  CH: "Die Dargebotene Hand / La Main Tendue / Telefono Amico: 143, day and night. Emergency: 144.",
  DE: "TelefonSeelsorge: 0800 111 0 111, 0800 111 0 222 or 116 123, day and night, free. Emergency: 112.",
  DK: "Livslinien: 70 201 201. Emergency: 112.",
  ES: "Línea 024, day and night, free. Emergency: 112.",
  FR: "3114, day and night, free. Emergency: 112 or 15.",
  GB: "Samaritans: 116 123, day and night, free; or text SHOUT to 85258. Emergency: 999.",
  IE: "Samaritans: 116 123, day and night, free; or text HELLO to 50808. Emergency: 112.",
  IN: "Tele-MANAS: 14416, day and night, free. Emergency: 112.",
  NL: "113 Zelfmoordpreventie: 113 or 0800 0113, day and night, free. Emergency: 112.",
  NO: "Mental Helse: 116 123, day and night. Emergency: 113.",
  NZ: "Call or text 1737, day and night, free. Emergency: 111.",
  SE: "Mind Självmordslinjen: 90101. Emergency: 112.",
  US: "988 Suicide & Crisis Lifeline: call or text 988, day and night, free. Emergency: 911.",
};
