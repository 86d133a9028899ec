import { expect, test } from "vitest";
import { compatibleError } from "../../../../src/app/http/compatible-error.ts";

test("a model that is not there and an address that is not there are told apart", () => {
  const codeOf = (reason: string) => compatibleError({ error: "resource_not_found", reason }).error.code;
  expect(codeOf('model: there is no "gpt-9" that you may talk to.')).toBe("model_not_found");
  expect(codeOf("There is no POST /v1/responses.")).toBe("unknown_url");
});
