/** The one answer for unknown addresses. */
import { type ApiContext, errorResponse } from "./api.ts";

export function nothingHere(context: ApiContext): Response {
  return errorResponse(context, {
    error: "resource_not_found",
    reason: `There is no ${context.req.method} ${context.req.path}. GET /api/v1/openapi.json lists what there is.`,
  });
}
