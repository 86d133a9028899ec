/** The person's library of prompts; a prompt's variables are the arguments. */
import { z } from "zod";
import { filledPrompt, type PromptVariable, variablesOf } from "../../../domain/prompt.ts";
import { PROMPTS, type Prompt } from "../../../prompts/verbs.ts";
import { mayUse, type Offer, type RequestServer } from "../request-server.ts";
import { servicesOf } from "../services.ts";

export const offerPrompts: Offer = async (served) => {
  if (!mayUse(served, { who: "person", scope: ["read", "chat"] })) return;
  const { context } = served;
  const kept = await servicesOf(context).verbs(PROMPTS).list(context.get("principal").owner);
  for (const prompt of kept) offer(served, prompt);
};

function offer({ server }: RequestServer, { name, description, text }: Prompt): void {
  const gaps = variablesOf(text);
  const messages = (values: Record<string, string>) => [
    { role: "user" as const, content: { type: "text" as const, text: filledPrompt(text, values) } },
  ];
  if (gaps.length === 0) {
    server.registerPrompt(name, { description }, () => ({ messages: messages({}) }));
    return;
  }
  const argsSchema = z.object(Object.fromEntries(gaps.map((gap) => [gap.name, argumentOf(gap)])));
  server.registerPrompt(name, { description, argsSchema }, (given) => {
    const values = Object.entries(given).flatMap(([gap, value]) =>
      value === undefined ? [] : [[gap, value]],
    );
    return { messages: messages(Object.fromEntries(values) as Record<string, string>) };
  });
}

/** A variable with a value is optional. */
function argumentOf({ value, choices }: PromptVariable) {
  const told = [choices.length > 0 && `One of: ${choices.join(", ")}.`, value !== "" && `Usually: ${value}.`];
  const words = z.string().max(2_000).describe(told.filter(Boolean).join(" "));
  return value === "" ? words : words.optional();
}
