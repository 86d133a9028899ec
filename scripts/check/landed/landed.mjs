/**
 * Checks the code's stored forms against the record of those that have landed, since existing objects and databases
 * have them.
 */
import { textOf } from "../sources.mjs";
import { compare } from "./compare.mjs";
import { landedNow } from "./now.mjs";

export const RECORD = "scripts/check/landed/record.json";

/** @returns {Promise<string | undefined>} */
export async function checkLanded() {
  const { refused, isRecorded } = compare(JSON.parse(textOf(RECORD)), await landedNow());
  if (refused.length > 0)
    return `${refused.join("\n")}\n(What has not landed yet may be taken out of ${RECORD}.)`;
  return isRecorded ? undefined : "What is stored has grown: npm run landed records it.";
}
