/** Time zone and language of this browser, which hold for a person who has set none. */
import { changePreferences, type Preferences } from "../../api/people/people.ts";

export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}

/** Preferences with the place of this browser, stored for a person without a time zone. Unchanged while they can't be stored. */
export async function withPlace(preferences: Preferences): Promise<Preferences> {
  if (preferences.time_zone !== null) return preferences;
  const saved = await changePreferences({
    time_zone: browserZone(),
    ...(preferences.language === null && { language: navigator.language }),
  });
  return saved.ok ? saved.value : preferences;
}
