/** A program's call, whichever API it speaks: to whom, what is said, with which tools, and where it enters. */

import { AppError } from "../../../domain/errors.ts";
import type { AnswerFormat } from "../../../domain/program/answer-format.ts";
import type { ClientTools } from "../../../domain/program/client-tools.ts";
import type { ApiContext } from "../../http/api.ts";
import { type Entering, enteringOf } from "./arrivals.ts";
import { clientToolsOf, type ToolsAsked, type ToolsWish, toolsWishOf } from "./client-tools.ts";
import type { SaidMessage } from "./said-message.ts";
import { type CallIdentity, identityOf } from "./same-call.ts";
import { type Talk, talkOf } from "./talk.ts";
import { type Target, targetOf } from "./target.ts";

export interface AskedCall {
  /** The request as it came: the same body, sent again by a library, is the same call. */
  body: unknown;
  model: string;
  messages: readonly SaidMessage[];
  tools: ToolsAsked;
  /** Form of the answer; absent: words. */
  format?: AnswerFormat | undefined;
  /** Ids of the history that name their conversation, the newest first. */
  places?: readonly string[];
}

export interface ProgramCall {
  model: string;
  talk: Talk;
  target: Target;
  identity: CallIdentity;
  entering: Entering;
  /** The answer is told when it is whole: only then is it known to have its form. */
  isHeld: boolean;
}

/** Throws an AppError for what cannot be asked. */
export async function callOf(context: ApiContext, asked: AskedCall): Promise<ProgramCall> {
  const { model, body } = asked;
  const talk = talkOf(asked);
  const { target, wish } = await targetOf(context, model);
  const client_tools = "room" in target ? inRoom(asked) : wishesOf(asked, wishOf(context, wish));
  const identity = await identityOf(context, body);
  const entering = await enteringOf(context, { model, identity, target, talk, client_tools });
  return { model, talk, target, identity, entering, isHeld: asked.format !== undefined };
}

/** A room's people use their own tools, and speak. */
function inRoom({ format }: AskedCall): undefined {
  if (format)
    throw new AppError(
      "malformed_request",
      "response_format: people in a room answer in words. Leave it out.",
    );
}

function wishesOf({ tools, format }: AskedCall, wish: ToolsWish): ClientTools | undefined {
  const brought = clientToolsOf(tools, wish);
  return format ? { ...(brought ?? { tools: [] }), format } : brought;
}

/** The model's name wins over the header: it is set where the program is. */
function wishOf(context: ApiContext, named: ToolsWish | undefined): ToolsWish {
  return named ?? toolsWishOf(context.req.header("x-nightjar-tools"));
}
