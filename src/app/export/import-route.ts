/** Route for importing conversations: a zip archive, or the JSON file in it. */
import { z } from "zod";
import { defineRoute, type Route } from "../http/api.ts";

export const importRoute: Route = defineRoute({
  method: "post",
  path: "/import",
  policy: { who: "member", scope: "write" },
  summary:
    "Brings in the conversations of an export of ChatGPT, Claude, Gemini, Open WebUI, LibreChat or Nightjar: its zip archive, or the JSON file in it. Of a large one 200 at a time: send it again while `left` is not 0. What could not be read is counted as `unread`, with `problems` that say why.",
  takes: ["application/zip", "application/json"],
  answers: () => ({
    200: z.object({
      imported: z.int(),
      known: z.int(),
      too_long: z.int(),
      unread: z.int(),
      left: z.int(),
      problems: z.array(z.string()),
    }),
  }),
  handler: async (context) => (await import("./import-now.ts")).importNow(context),
});
