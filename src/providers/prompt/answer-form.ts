/** The wanted form of an answer, for a model that is not held to it by its API: it is told in words. */
import type { ModelRequest } from "../../agent/ports/model.ts";
import { formWords } from "../../domain/program/answer-format.ts";

/** The request with the words at the end of its system text. */
export function withFormWords(request: ModelRequest): ModelRequest {
  if (request.format === undefined) return request;
  const words = { tier: "semi-stable" as const, text: formWords(request.format) };
  return { ...request, system: [...request.system, words] };
}
