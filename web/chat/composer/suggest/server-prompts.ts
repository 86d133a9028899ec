/** Prompts of the person's MCP servers: listed when a query opens, fetched when one is chosen. */

import {
  fetchServerPrompt,
  listServerPrompts,
  type ServerPrompt,
} from "../../../api/agents/server-prompts.ts";
import { tell } from "../../../ui/overlays/toasts.svelte.ts";
import { t } from "../../../words/t.ts";
import type { Option } from "./options.ts";

/** Empty for people who may have no servers. */
export async function serverPromptOptions(): Promise<Option[]> {
  const read = await listServerPrompts();
  return read.ok ? read.value.items.map(optionOf) : [];
}

function optionOf(prompt: ServerPrompt): Option {
  const { server, name, description } = prompt;
  const variables = prompt.arguments.map((each) => ({ name: each.name, value: "", choices: [] }));
  return {
    key: `prompt:${server}/${name}`,
    group: t("Prompts"),
    label: name,
    note: [description, server].filter((words) => words !== "").join(" · "),
    icon: "chat",
    choice: {
      type: "prompt",
      prompt: { name, description: aboutOf(prompt), variables },
      written: (values) => fetched(prompt, values),
    },
  };
}

/** Its purpose, and the meaning of each variable. */
function aboutOf({ description, arguments: args }: ServerPrompt): string {
  const gaps = args.flatMap(({ name, description: about, required }) => {
    const called = required ? `${name} (needed)` : name;
    return about === "" ? (required ? [called] : []) : [`${called}: ${about}`];
  });
  return [description, ...gaps].filter((words) => words !== "").join(" · ");
}

/** Empty values are not sent. Undefined: the server refused, and people were told why. */
async function fetched(prompt: ServerPrompt, values: Record<string, string>): Promise<string | undefined> {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ""));
  const answer = await fetchServerPrompt(prompt, given);
  if (answer.ok) return answer.value.text;
  tell(answer.reason, { level: "error" });
  return undefined;
}
