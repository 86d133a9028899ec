/** JSON that a model was asked for: read leniently, since models wrap it in words and fences. */
import type { z } from "zod";

/** Undefined when the text holds no JSON of that shape. */
export function readAnswer<S extends z.ZodType>(schema: S, text: string): z.output<S> | undefined {
  for (const candidate of candidatesIn(text)) {
    const parsed = schema.safeParse(jsonOf(candidate));
    if (parsed.success) return parsed.data;
  }
  return undefined;
}

function candidatesIn(text: string): string[] {
  const fenced = /```(?:json)?\s*\n([\s\S]*?)```/.exec(text)?.[1];
  const [first, last] = [text.indexOf("{"), text.lastIndexOf("}")];
  return [text, fenced ?? "", first >= 0 && last > first ? text.slice(first, last + 1) : ""].filter(
    (candidate) => candidate.trim() !== "",
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
