/** What this browser remembers of its own. A closed or full storage loses comfort, never words on the page. */

const PREFIX = "nightjar:";

export function readStored<T>(key: string): T | undefined {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}

/** Null removes. */
export function writeStored(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Private windows and full disks refuse: the page goes on with what it has in memory.
  }
}
