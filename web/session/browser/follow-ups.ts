/** Whether this browser asks for follow-up suggestions after an answer. */
import { readStored, writeStored } from "./storage.ts";

const STORED = "follow-ups";

export const followUps = {
  get isOn(): boolean {
    return readStored<boolean>(STORED) ?? false;
  },
  set isOn(value: boolean) {
    writeStored(STORED, value || null);
  },
};
