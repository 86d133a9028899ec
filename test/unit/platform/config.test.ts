import { describe, expect, it } from "vitest";
import { parseConfig } from "../../../src/app/config.ts";
import { AppError } from "../../../src/domain/errors.ts";

function refusalOf(env: object): string {
  try {
    parseConfig(env);
  } catch (problem) {
    if (problem instanceof AppError) return problem.reason;
  }
  return "";
}

describe("a setting with a closed set of values", () => {
  it.each([
    ["SANDBOX", "docker", "quickjs, isolate"],
    ["VECTORIZE_ENABLED", "yes", "true, false"],
    ["PROMPT_CACHE_LIFETIME", "2h", "5m, 1h"],
    ["LOG_LEVEL", "loud", "debug, info, log, warn, error, none"],
  ])("%s=%s is refused with the list of what there is", (name, value, values) => {
    expect(refusalOf({ [name]: value })).toContain(`${name}: must be one of ${values}.`);
  });

  it.each(["quickjs", "isolate", "", undefined])("SANDBOX=%s is taken", (SANDBOX) => {
    expect(parseConfig({ SANDBOX }).SANDBOX).toBe(SANDBOX || undefined);
  });
});
