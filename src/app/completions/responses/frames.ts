/** A streamed answer in the events of the Responses API. */

import type { CitationPart, Usage } from "../../../domain/message.ts";
import type { ClientCall } from "../../../domain/program/client-tools.ts";
import { type Annotation, annotationsOf } from "../answer/annotations.ts";
import type { AnswerEnd, AnswerWriter } from "../answer/writer.ts";
import {
  argumentsOf,
  callItem,
  type ItemPlace,
  type ItemText,
  messageItem,
  type OutputItem,
  reasoningItem,
  summaryPart,
  textPart,
} from "./items.ts";
import { type ResponseHead, type ResponseState, responseOf, statusOf } from "./response.ts";

interface ResponseFramesDeps {
  head: ResponseHead;
  place: ItemPlace;
}

const WORKING = ": working\n\n";

/** The item that is being written. */
interface OpenItem {
  kind: "message" | "reasoning";
  text: string;
}

export class ResponseFrames implements AnswerWriter {
  private readonly deps: ResponseFramesDeps;
  private readonly output: OutputItem[] = [];
  private open: OpenItem | undefined;
  private sequence = 0;

  constructor(deps: ResponseFramesDeps) {
    this.deps = deps;
  }

  begin(): string {
    return this.whole("response.created", "in_progress") + this.whole("response.in_progress", "in_progress");
  }

  text(delta: string): string {
    const begun = this.opened("message");
    if (this.open) this.open.text += delta;
    return (
      begun +
      this.event("response.output_text.delta", { ...this.at(), content_index: 0, delta, logprobs: [] })
    );
  }

  reasoning(delta: string): string {
    const begun = this.opened("reasoning");
    if (this.open) this.open.text += delta;
    return (
      begun + this.event("response.reasoning_summary_text.delta", { ...this.at(), summary_index: 0, delta })
    );
  }

  call(call: ClientCall): string {
    const { place } = this.deps;
    const ended = this.closed();
    const output_index = this.output.length;
    const item = callItem(place, { index: output_index }, call);
    this.output.push(item);
    const given = argumentsOf(place, call);
    const isCustom = item.type === "custom_tool_call";
    const name = isCustom ? "response.custom_tool_call_input" : "response.function_call_arguments";
    const where = { item_id: item.id, output_index };
    return [
      ended,
      this.event("response.output_item.added", {
        output_index,
        item: callItem(place, { index: output_index, isBegun: true }, call),
      }),
      this.event(`${name}.delta`, { ...where, delta: given }),
      this.event(`${name}.done`, {
        ...where,
        ...(isCustom ? { input: given } : { name: call.name, arguments: given }),
      }),
      this.event("response.output_item.done", { output_index, item }),
    ].join("");
  }

  working(): string {
    return WORKING;
  }

  end({ finish, usage, citations }: AnswerEnd): string {
    const status = statusOf(finish);
    return this.closed(citations) + this.whole(`response.${status}`, status, { usage });
  }

  failed(reason: string): string {
    return this.closed() + this.whole("response.failed", "failed", { error: reason });
  }

  private opened(kind: OpenItem["kind"]): string {
    if (this.open?.kind === kind) return "";
    const ended = this.closed();
    this.open = { kind, text: "" };
    const output_index = this.output.length;
    const item = this.item(null);
    const added = this.event("response.output_item.added", { output_index, item });
    const where = { item_id: item.id, output_index };
    const begun =
      kind === "message"
        ? this.event("response.content_part.added", { ...where, content_index: 0, part: textPart("") })
        : this.event("response.reasoning_summary_part.added", {
            ...where,
            summary_index: 0,
            part: summaryPart(""),
          });
    return ended + added + begun;
  }

  private closed(citations: readonly CitationPart[] = []): string {
    const { open } = this;
    if (!open) return "";
    const { text } = open;
    const annotations = annotationsOf(text, citations);
    const output_index = this.output.length;
    const item = this.item({ text, annotations });
    this.output.push(item);
    this.open = undefined;
    const where = { item_id: item.id, output_index };
    const done = this.event("response.output_item.done", { output_index, item });
    if (open.kind === "message")
      return (
        this.annotated(annotations, where) +
        this.event("response.output_text.done", { ...where, content_index: 0, text, logprobs: [] }) +
        this.event("response.content_part.done", {
          ...where,
          content_index: 0,
          part: textPart(text, annotations),
        }) +
        done
      );
    return (
      this.event("response.reasoning_summary_text.done", { ...where, summary_index: 0, text }) +
      this.event("response.reasoning_summary_part.done", {
        ...where,
        summary_index: 0,
        part: summaryPart(text),
      }) +
      done
    );
  }

  private annotated(annotations: readonly Annotation[], where: object): string {
    const events = textPart("", annotations).annotations.map((annotation, annotation_index) =>
      this.event("response.output_text.annotation.added", {
        ...{ ...where, content_index: 0, annotation_index, annotation },
      }),
    );
    return events.join("");
  }

  private item(said: ItemText | null) {
    const make = this.open?.kind === "reasoning" ? reasoningItem : messageItem;
    return make(this.deps.place, this.output.length, said);
  }

  private at() {
    return { item_id: this.item(null).id, output_index: this.output.length };
  }

  private whole(
    type: string,
    status: ResponseState["status"],
    more: { usage?: Usage | null; error?: string } = {},
  ): string {
    const { usage = null, error } = more;
    const state = { status, output: this.output, usage, ...(error !== undefined && { error }) };
    return this.event(type, { response: responseOf(this.deps.head, state) });
  }

  private event(type: string, fields: object): string {
    const data = { type, sequence_number: this.sequence++, ...fields };
    return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
  }
}
