/** Kinds of jobs that begin children, and the keys of such jobs. */
import type { JobKind } from "../../jobs/job.ts";

export const DELEGATION: JobKind = { name: "child.delegate", title: "Delegate a task" };

/** Dedupe key: a child has one open job. */
export function jobKeyOf(child: string): string {
  return `child:${child}`;
}
