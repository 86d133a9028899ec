/** Errors of a server, classified by whose fault they are. */
import { z } from "zod";
import { oneLine } from "../../../domain/text/hidden-text.ts";
import { readBody } from "../../../guard/body.ts";

/** Failure of a server; `kind` says whose fault it is, which decides what happens next. */
export class McpError extends Error {
  readonly kind: "unauthorized" | "no_session" | "unreachable" | "protocol" | "refused";
  /** WWW-Authenticate header of the refusal: where to sign in. */
  readonly challenge: string | undefined;
  /** JSON-RPC error code, if the server gave one. */
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
/** Characters of a server's message that are passed on. */
const LONGEST_WORDS = 300;
/** Matches how servers report a lost session with status 400, the reference implementation included. */
const OF_SESSION = /session|not initialized/i;

/** Classifies a refused response and reads its body. `session` is the one that the message named. */
export async function refusalOf(response: Response, session: string | undefined): Promise<McpError> {
  const { status, headers } = response;
  const { words, code } = await errorIn(response);
  if (status === 401 || status === 403) {
    const challenge = headers.get("www-authenticate") ?? undefined;
    return new McpError("unauthorized", `The server wants you to sign in (${status}).`, { challenge });
  }
  const isOfSession = status === 404 || (status === 400 && OF_SESSION.test(words));
  // The server has forgotten the session: the client begins a new one.
  if (session !== undefined && isOfSession) return new McpError("no_session", "The session has ended.");
  return new McpError("unreachable", `The server answered ${status}${words === "" ? "." : `: ${words}`}`, {
    code,
  });
}

export const RpcError = z.object({
  code: z.number(),
  message: z.string(),
  /** Protocol versions that the server supports, when the message had another. */
  data: z
    .looseObject({ supported: z.array(z.string().max(40)).max(20) })
    .optional()
    .catch(undefined),
});

const Refused = z.object({ error: RpcError });

export function wordsOf({ message, data }: z.output<typeof RpcError>): string {
  return data === undefined ? message : `${message} (it speaks ${data.supported.join(", ")})`;
}

/** The JSON-RPC error in the body, if there is one: a proxy's error page tells nothing. */
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
