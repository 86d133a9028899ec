/** Whether a write failed because a unique index has that value already. */
export function isTaken(problem: unknown, index: string): boolean {
  const text =
    problem instanceof Error ? `${problem.message} ${String(problem.cause ?? "")}` : String(problem);
  return text.includes("UNIQUE constraint failed") && text.includes(index);
}
