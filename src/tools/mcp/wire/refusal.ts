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
/** Characters of a body that are a message, and no page. */
const LONGEST_PLAIN = 2_000;
/** Matches how servers report a lost session with status 400, the reference implementation included. */
const OF_SESSION = /session|not initialized/i;

/** Classifies a refused response and reads its body. `session` is the one that the message named. */
export async function refusalOf(response: Response, session: string | undefined): Promise<McpError> {
  const { status, headers } = response;
  const { words, code } = await errorIn(response);
  const challenge = headers.get("www-authenticate") ?? undefined;
  // Without a challenge a refusal may be for something else, as for the host that was asked: the server says for what.
  if (status === 401 || (status === 403 && (challenge !== undefined || words === "")))
    return new McpError("unauthorized", `The server wants you to sign in (${status}).`, { challenge });
  const isOfSession = status === 404 || (status === 400 && OF_SESSION.test(words));
  // The server has forgotten the session: the client begins a new one.
  if (session !== undefined && isOfSession) return new McpError("no_session", "The session has ended.");
  return new McpError("unreachable", `The server answered ${status}${words === "" ? "." : `: ${words}`}`, {
    code,
  });
}

const ErrorObject = z.looseObject({
  /** Some servers write it as text, or a word of their own. */
  code: z.coerce.number().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  /** Protocol versions that the server supports, when the message had another. */
  data: z
    .looseObject({ supported: z.array(z.string().max(40)).max(20) })
    .optional()
    .catch(undefined),
});

/** Error of an answer, in whatever form its words come. */
export const RpcError = z.union([
  z.string().transform((message) => ({ code: undefined, message, data: undefined })),
  ErrorObject.transform(({ code, message, data, ...rest }) => ({
    code,
    message: message ?? JSON.stringify(rest),
    data,
  })),
]);

const Refused = z.union([
  z.looseObject({ error: RpcError }).transform(({ error }) => error),
  z
    .looseObject({ message: z.string() })
    .transform(({ message }) => ({ code: undefined, message, data: undefined })),
  z
    .looseObject({ detail: z.string() })
    .transform(({ detail }) => ({ code: undefined, message: detail, data: undefined })),
]);

export function wordsOf({ message, data }: z.output<typeof RpcError>): string {
  return data === undefined ? message : `${message} (it speaks ${data.supported.join(", ")})`;
}

/** The error in the body, if there is one, or its plain words: a proxy's error page tells nothing. */
async function errorIn(response: Response): Promise<{ words: string; code?: number | undefined }> {
  const body = await readBody(response, MAX_BYTES).catch(() => new Uint8Array(0));
  const text = new TextDecoder().decode(body);
  const refused = Refused.safeParse(jsonOf(text));
  if (!refused.success) return { words: isPlain(text, response) ? oneLine(text.trim(), LONGEST_WORDS) : "" };
  return { words: oneLine(wordsOf(refused.data), LONGEST_WORDS), code: refused.data.code };
}

function isPlain(text: string, { headers }: Response): boolean {
  return (
    /^text\/plain/i.test(headers.get("content-type") ?? "text/plain") &&
    !/^\s*</.test(text) &&
    text.length < LONGEST_PLAIN
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
