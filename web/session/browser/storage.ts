/** This browser's local storage. If it is blocked or full, only comfort is lost, never text on the page. */

const PREFIX = "nightjar:";

export function readStored<T>(key: string): T | undefined {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}

/** Null removes the value. */
export function writeStored(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Private windows and full disks refuse: the page goes on with its state in memory.
  }
}
