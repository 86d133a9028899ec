/** What a server has against a message, told apart by whose fault it is. */
import { z } from "zod";
import { oneLine } from "../../../domain/text/hidden-text.ts";
import { readBody } from "../../../guard/body.ts";

/** Whose fault it is decides what happens next. */
export class McpError extends Error {
  readonly kind: "unauthorized" | "no_session" | "unreachable" | "protocol" | "refused";
  /** Of the answer that refused: where to sign in. */
  readonly challenge: string | undefined;
  /** The protocol's number for what is wrong, where the server gave one. */
  readonly code: number | undefined;

  constructor(kind: McpError["kind"], message: string, { challenge, code }: Details = {}) {
    super(message);
    this.kind = kind;
    this.challenge = challenge;
    this.code = code;
  }
}

interface Details {
  challenge?: string | undefined;
  code?: number | undefined;
}

export const UNKNOWN_METHOD = -32601;

const MAX_BYTES = 20_000;
/** Characters of a server's words that are passed on. */
const LONGEST_WORDS = 300;
/** How servers say with a 400 that they know the session no more: those made of the reference server among them. */
const OF_SESSION = /session|not initialized/i;

/** `session`: as the message named it. Reads the body. */
export async function refusalOf(response: Response, session: string | undefined): Promise<McpError> {
  const { status, headers } = response;
  const { words, code } = await errorIn(response);
  if (status === 401 || status === 403) {
    const challenge = headers.get("www-authenticate") ?? undefined;
    return new McpError("unauthorized", `The server wants you to sign in (${status}).`, { challenge });
  }
  const isOfSession = status === 404 || (status === 400 && OF_SESSION.test(words));
  // A session that the server has forgotten: it is begun anew.
  if (session !== undefined && isOfSession) return new McpError("no_session", "The session has ended.");
  return new McpError("unreachable", `The server answered ${status}${words === "" ? "." : `: ${words}`}`, {
    code,
  });
}

export const RpcError = z.object({
  code: z.number(),
  message: z.string(),
  /** What it speaks, where the message was in another protocol. */
  data: z
    .looseObject({ supported: z.array(z.string().max(40)).max(20) })
    .optional()
    .catch(undefined),
});

const Refused = z.object({ error: RpcError });

export function wordsOf({ message, data }: z.output<typeof RpcError>): string {
  return data === undefined ? message : `${message} (it speaks ${data.supported.join(", ")})`;
}

/** Only of an error of the protocol: a proxy's page says nothing. */
async function errorIn(response: Response): Promise<{ words: string; code?: number }> {
  const body = await readBody(response, MAX_BYTES).catch(() => new Uint8Array(0));
  const refused = Refused.safeParse(jsonOf(new TextDecoder().decode(body)));
  if (!refused.success) return { words: "" };
  const { error } = refused.data;
  return { words: oneLine(wordsOf(error), LONGEST_WORDS), code: error.code };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
