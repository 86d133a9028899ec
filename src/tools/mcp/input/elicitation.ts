/** Elicitations: requests of a server for a person's input, as a form or as a page to open. All of it is the server's words. */
import { z } from "zod";
import { shownWithNote } from "../../../domain/text/hidden-text.ts";
import { asksForSecret } from "../../ask-user.ts";
import { type FormField, fieldsOf } from "./form.ts";

const LONGEST_MESSAGE = 1_000;
const LONGEST_ADDRESS = 2_000;

const Request = z.looseObject({
  method: z.literal("elicitation/create"),
  params: z.looseObject({
    mode: z.string().optional(),
    message: z.string().transform((text) => shownWithNote(text.slice(0, LONGEST_MESSAGE))),
    url: z.string().max(LONGEST_ADDRESS).optional(),
    requestedSchema: z.unknown().optional(),
  }),
});

export type Elicitation =
  | { mode: "form"; message: string; fields: readonly FormField[] }
  | { mode: "url"; message: string; url: URL };

export type ElicitResult =
  | { action: "accept"; content?: Record<string, unknown> }
  | { action: "decline" | "cancel" };

/** The request as it can be asked, or why it can't be. */
export function elicitationOf(request: unknown): Elicitation | { problem: string } {
  const parsed = Request.safeParse(request);
  if (!parsed.success) return { problem: "It asked for input other than a person's." };
  const { mode = "form", message, url, requestedSchema } = parsed.data.params;
  if (mode === "url") return pageOf(message, url ?? "");
  if (mode !== "form")
    return { problem: `It asked for input in a way that isn't known (${mode.slice(0, 40)}).` };
  const fields = fieldsOf(requestedSchema);
  if (fields === undefined)
    return { problem: "It asked for input by a form that isn't one of the protocol." };
  const isSecret = [message, ...fields.flatMap(({ name, title, about }) => [name, title, about])].some(
    asksForSecret,
  );
  if (isSecret)
    return {
      problem:
        "It asked for a secret in a form, which no server may: it has to send you to a page of its own.",
    };
  return { mode, message, fields };
}

/** A page is opened by the person's own browser: over TLS, and without a name or password in its address. */
function pageOf(message: string, address: string): Elicitation | { problem: string } {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== "https:" || url.username + url.password !== "")
    return { problem: "It asked you to open an address that is no https page." };
  return { mode: "url", message, url };
}

/** Equal for a request that comes again when its call is repeated: a page's address may carry a new mark each time. */
export function keyOf(asked: Elicitation): string {
  const what = asked.mode === "url" ? [asked.url.host, asked.url.pathname] : asked.fields;
  return JSON.stringify([asked.mode, asked.message, what]);
}
