/** The data file: conversations whose questions name the turns that answer them. It lies outside the repository. */
import { readFileSync } from "node:fs";
import { z } from "zod";

const Turn = z.object({
  id: z.string(),
  session: z.union([z.string(), z.number()]),
  date: z.string().optional(),
  speaker: z.string(),
  text: z.string(),
});
const Question = z.object({
  text: z.string(),
  category: z.union([z.string(), z.number()]).optional(),
  evidence: z.array(z.string()).min(1),
});
const Data = z.object({
  categories: z.record(z.string(), z.string()).default({}),
  conversations: z
    .array(
      z.object({
        id: z.string(),
        turns: z.array(Turn),
        questions: z.array(Question),
        adversarial: z.array(Question).default([]),
      }),
    )
    .min(1),
});

export type BenchData = z.output<typeof Data>;
export type BenchTurn = z.output<typeof Turn>;
export type BenchQuestion = z.output<typeof Question>;

/** Throws with what is wrong with the file. */
export function readData(file: string): BenchData {
  const result = Data.safeParse(JSON.parse(readFileSync(file, "utf8")));
  if (result.success) return result.data;
  throw new Error(`${file} is not of the expected form: ${z.prettifyError(result.error)}`);
}
