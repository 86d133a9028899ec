/** Prompts of the house: parsed when the first one is asked for, and the operator's edits over them. */
import { parsePrompts, promptTexts, type ShippedPrompt } from "../../agent/prompts/prompt-texts.ts";
import { PROMPT_FILES } from "../../storage/bundled-prompts.ts";
import type { Database } from "../../storage/d1/database.ts";
import { D1HousePrompts } from "../../storage/d1/prompts/house-prompts.ts";
import type { House } from "../house.ts";

export function wirePrompts(
  db: Database,
  now: () => number,
): Pick<House, "prompts" | "shippedPrompts" | "housePrompts"> {
  let parsed: readonly ShippedPrompt[] | undefined;
  const shippedPrompts = () => {
    parsed ??= parsePrompts(PROMPT_FILES);
    return parsed;
  };
  const housePrompts = new D1HousePrompts(db, now);
  let texts: House["prompts"] | undefined;
  const parsedTexts = () => {
    texts ??= promptTexts(shippedPrompts(), housePrompts);
    return texts;
  };
  const prompts: House["prompts"] = {
    text: (name, values) => parsedTexts().text(name, values),
    known: (name, values) => parsedTexts().known(name, values),
  };
  return { prompts, shippedPrompts, housePrompts };
}
