/** A program's call, whichever API it speaks: to whom, what is said, with which tools, and where it enters. */

import { AppError } from "../../../domain/errors.ts";
import type { AnswerFormat } from "../../../domain/program/answer-format.ts";
import type { ClientTools } from "../../../domain/program/client-tools.ts";
import type { ApiContext } from "../../http/api.ts";
import { type Entering, enteringOf } from "./arrivals.ts";
import { clientToolsOf, type ToolsAsked, type ToolsWish, toolsWishOf } from "./client-tools.ts";
import { isFrontEndTask } from "./front-end-task.ts";
import type { Surroundings } from "./place.ts";
import type { SaidMessage } from "./said-message.ts";
import { identityOf } from "./same-call.ts";
import { chatOf, speakerOf } from "./speaker.ts";
import { type Talk, talkOf } from "./talk.ts";
import { targetOf } from "./target.ts";

export interface AskedCall {
  /** The request as it came: the same body, sent again by a library, is the same call. */
  body: unknown;
  model: string;
  messages: readonly SaidMessage[];
  tools: ToolsAsked;
  /** Form of the answer; absent: words. */
  format?: AnswerFormat | undefined;
  /** The person who speaks, as the program names them. */
  user?: string | null | undefined;
  /** Kind of the front end's own task, where its metadata names one. */
  task?: string | undefined;
  /** Ids of the history that name their conversation, the newest first. */
  places?: readonly string[];
}

export interface ProgramCall extends Surroundings {
  talk: Talk;
  entering: Entering;
  /** The answer is told when it is whole: only then is it known to have its form. */
  isHeld: boolean;
}

/** Throws an AppError for what cannot be asked. */
export async function callOf(context: ApiContext, asked: AskedCall): Promise<ProgramCall> {
  const { model, body, user } = asked;
  const talk = talkOf(asked);
  const { target, wish, mode } = await targetOf(context, model);
  const chat = chatOf(context);
  const speaker = speakerOf(context, user ?? undefined);
  const isTask = isTaskOf(context, asked, talk);
  const client_tools =
    "room" in target ? inRoom(asked) : wishesOf(asked, isTask ? "client" : wishOf(context, wish));
  const identity = await identityOf(context, [body, chat, speaker?.sender]);
  const around = { model, target, identity, chat, speaker, isTask };
  const entering = await enteringOf(context, { ...around, talk, client_tools, mode });
  return { ...around, talk, entering, isHeld: asked.format !== undefined };
}

function isTaskOf(context: ApiContext, { task }: AskedCall, { text, earlier }: Talk): boolean {
  const sent = TASKS.map((name) => context.req.header(name)).find((value) => value !== undefined);
  const named = sent ?? task;
  return isFrontEndTask({ text, earlier: earlier.length, named });
}

const TASKS = ["x-openwebui-task", "x-openwebui-task-type"];

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
