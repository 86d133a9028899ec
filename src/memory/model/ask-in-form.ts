/**
 * Memory's questions whose answer is JSON by a schema: the model's API is told the schema where it takes one, and an answer that
 * does not fit is asked for again.
 */
import { z } from "zod";
import { type AnswerFormat, formWords } from "../../domain/program/answer-format.ts";
import { type Answer, ask, type ModelAccess, type Question, readJson } from "./ask.ts";

/** Answers that do not fit are asked for again so often. */
const MOST_REPAIRS = 2;

export interface WantedForm<S extends z.ZodType> {
  name: string;
  schema: S;
}

/** `unread`: no answer had the form. */
type FormAnswer<T> =
  | { status: "read"; value: T }
  | { status: "unread" }
  | Exclude<Answer, { status: "answered" }>;

export async function askInForm<S extends z.ZodType>(
  access: ModelAccess | undefined,
  question: Omit<Question, "format">,
  { name, schema }: WantedForm<S>,
): Promise<FormAnswer<z.output<S>>> {
  const format = formatOf(name, schema);
  for (let repairs = 0; repairs <= MOST_REPAIRS; repairs++) {
    const asked = repairs === 0 ? question : again(question, repairs, format);
    const answer = await ask(access, { ...asked, ...(isObject(format) && { format }) });
    if (answer.status !== "answered") return answer;
    const value = readJson(answer.text, schema);
    if (value !== undefined) return { status: "read", value };
  }
  return { status: "unread" };
}

function again(question: Omit<Question, "format">, repairs: number, format: AnswerFormat) {
  const { text, cost_id } = question;
  const words = `(Your last answer did not have the form that is wanted. ${formWords(format)})`;
  return { ...question, text: `${text}\n\n${words}`, cost_id: `${cost_id}:again${repairs}` };
}

/** Some APIs take schemas of objects alone. */
function isObject({ schema }: AnswerFormat): boolean {
  return schema?.["type"] === "object";
}

function formatOf(name: string, schema: z.ZodType): AnswerFormat {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return { name, schema: json };
}
