/** Tools of a replay: each call is answered with the result that the original turn got, and nothing runs. */
import { settledOf } from "../../../src/agent/loop/assemble.ts";
import type { Tool } from "../../../src/agent/ports/tool.ts";
import type { StepRecord } from "../../../src/agent/turn.ts";
import type { ReplayedCall } from "../../../src/domain/conversation/replay.ts";
import { definedOf } from "../../../src/domain/defined.ts";
import type { Part, ToolResultPart } from "../../../src/domain/message.ts";

/** A call of the original turn that has a result. */
interface KnownCall {
  name: string;
  input: unknown;
  result: ToolResultPart;
}

/** Told to the model, so that it can answer without the result. */
const NOT_RUN = "This is a replay. The original turn did not make this call, so it was not run.";

export class JournalTools {
  private readonly known: KnownCall[];
  private readonly answered = new Set<string>();

  /** `parts` of the original answer. */
  constructor(parts: readonly Part[]) {
    this.known = recordedCalls(parts).flatMap(({ result, ...call }) => (result ? [{ ...call, result }] : []));
  }

  /** Tools that look the same to the model. Each result is used once, in the order of the original. */
  answering(tools: readonly Tool[]): Tool[] {
    return tools.map((tool) => ({
      ...tool,
      effect: "read",
      run: async (input, { call_id }) => this.answer(call_id, tool, input),
    }));
  }

  /** Calls of the replay's steps, those that never got as far as their tool too. */
  callsOf(steps: readonly StepRecord[]): ReplayedCall[] {
    return steps.flatMap((step) =>
      step.reply.calls.map(({ call_id, name, input }) => ({
        name,
        input: canonical(input.ok ? input.value : input.text),
        result: settledOf(step).find((result) => result.call_id === call_id)?.content ?? "",
        state: this.answered.has(call_id) ? "answered" : "new",
      })),
    );
  }

  private answer(call_id: string, tool: Tool, input: unknown): Awaited<ReturnType<Tool["run"]>> {
    const asked = canonical(input);
    const isSame = (call: KnownCall) => call.name === tool.name && inputTo(tool, call.input) === asked;
    const at = this.known.findIndex(isSame);
    const [found] = at === -1 ? [] : this.known.splice(at, 1);
    if (!found) return { ok: false, error: NOT_RUN };
    this.answered.add(call_id);
    const { content, is_error, trust, links } = found.result;
    return is_error
      ? { ok: false, error: content, trust }
      : { ok: true, content, trust, ...definedOf({ links }) };
  }
}

/** The calls of an answer, for people to compare. */
export function callsOf(parts: readonly Part[]): ReplayedCall[] {
  return recordedCalls(parts).map(({ name, input, result }) => ({
    name,
    input: canonical(input),
    result: result?.content ?? "",
    state: "made",
  }));
}

/** Calls that an answer records, each with its result, if it got one. */
function recordedCalls(parts: readonly Part[]) {
  return parts.flatMap((part) => {
    if (part.type !== "tool_call") return [];
    const result = parts.find(
      (other): other is ToolResultPart => other.type === "tool_result" && other.call_id === part.call_id,
    );
    return [{ name: part.name, input: part.input, result }];
  });
}

/** Input as the tool gets it, with its defaults. */
function inputTo(tool: Tool, input: unknown): string {
  const parsed = tool.input.parse(input);
  return canonical(parsed.ok ? parsed.value : input);
}

/** JSON with the names of objects in order, so that two models' spellings of one input are equal. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, each: unknown) =>
      typeof each === "object" && each !== null && !Array.isArray(each)
        ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
        : each,
    ) ?? "null"
  );
}
