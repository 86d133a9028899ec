/** The run that a call of `start_research` has begun. */
import type { ToolSegment } from "../../../thread/thread.ts";

/** Undefined: the call began none, or has not yet. */
export function runOf({ result }: Pick<ToolSegment, "result">): string | undefined {
  if (!result || result.is_error || result.denied) return undefined;
  return /^Research (res_[0-9a-z]+) has begun\. /.exec(result.content)?.[1];
}
