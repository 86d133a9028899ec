/** /model and /agent: show or choose the agent and the model of a conversation. */
import type { Translate } from "../../domain/text/translated/for-people.ts";
import { type ChatCommand, type CurrentConversation, describeResult, NOTHING_HERE } from "./command.ts";

const MOST_LISTED = 30;

export const model: ChatCommand = {
  name: "model",
  description: "Show or change the model",
  usage: "[name | default]",
  by: "member",
  async run({ services, words, say }) {
    const there = services.models().flatMap(({ id, configured }) => (configured ? [id] : []));
    const here = await services.here();
    if (words === "") return `${say(current("Model", here?.model))}\n\n${listed(there, say)}`;
    if (!here) return say(NOTHING_HERE);
    if (words === "default")
      return say(describeResult(await here.change({ model: null }), "Back to the agent's own model."));
    const found = named(words, there);
    if (typeof found !== "string") return `${say(notOne("model", words, found))}\n\n${listed(there, say)}`;
    return say(
      describeResult(
        await here.change({ model: found }),
        `The model is \`${found}\` from the next answer on.`,
      ),
    );
  },
};

export const agent: ChatCommand = {
  name: "agent",
  description: "Show or change the agent",
  usage: "[name | default]",
  by: "member",
  async run({ services, words, say }) {
    const there = (await services.agents()).map(({ slug }) => slug);
    const here = await services.here();
    if (words === "") return `${say(current("Agent", here?.agent))}\n\n${listed(there, say)}`;
    if (!here) return say(NOTHING_HERE);
    if (words === "default")
      return say(describeResult(await here.change({ agent: null }), "The default agent answers again."));
    const found = named(words.replace(/^@/, ""), there);
    if (typeof found !== "string") return `${say(notOne("agent", words, found))}\n\n${listed(there, say)}`;
    return say(describeResult(await here.change({ agent: found }), `\`${found}\` answers from now on.`));
  },
};

function current(what: "Model" | "Agent", name: CurrentConversation["model"] = null): string {
  const shown = `\`${name}\``;
  if (what === "Model") return name === null ? "Model: the default." : `Model: ${shown}.`;
  return name === null ? "Agent: the default." : `Agent: ${shown}.`;
}

function listed(names: readonly string[], say: Translate): string {
  if (names.length === 0) return say("None are set up.");
  const more = names.length > MOST_LISTED ? `\n- ${say(`and ${names.length - MOST_LISTED} more`)}` : "";
  return (
    names
      .slice(0, MOST_LISTED)
      .map((name) => `- \`${name}\``)
      .join("\n") + more
  );
}

/** The one name that is meant: an exact match, or the only name that contains the words. Otherwise the candidates. */
function named(words: string, names: readonly string[]): string | readonly string[] {
  const wanted = words.toLowerCase();
  const whole = names.find((name) => name.toLowerCase() === wanted);
  const like = names.filter((name) => name.toLowerCase().includes(wanted));
  const [only, another] = like;
  return whole ?? (only !== undefined && another === undefined ? only : like);
}

function notOne(what: "model" | "agent", words: string, like: readonly string[]): string {
  const shown = `\`${words.slice(0, 80).replaceAll("`", "'").replaceAll("\n", " ")}\``;
  if (like.length > 1) return `${shown} may be any of ${like.length}.`;
  return what === "model" ? `There is no model ${shown} here.` : `There is no agent ${shown} here.`;
}
