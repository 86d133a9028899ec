/** /model and /agent: show or choose the agent and the model of a conversation. */
import { type ChatCommand, type CurrentConversation, describeResult, NOTHING_HERE } from "./command.ts";

const MOST_LISTED = 30;

export const model: ChatCommand = {
  name: "model",
  description: "Tells or changes the model of this conversation",
  usage: "[name | default]",
  by: "member",
  async run({ services, words }) {
    const there = services.models().flatMap(({ id, configured }) => (configured ? [id] : []));
    const here = await services.here();
    if (words === "") return `${current("Model", here?.model)}\n\n${listed(there)}`;
    if (!here) return NOTHING_HERE;
    if (words === "default")
      return describeResult(await here.change({ model: null }), "Back to the agent's own model.");
    const found = named(words, there);
    if (typeof found !== "string") return `${notOne("model", words, found)}\n\n${listed(there)}`;
    return describeResult(
      await here.change({ model: found }),
      `The model is \`${found}\` from the next answer on.`,
    );
  },
};

export const agent: ChatCommand = {
  name: "agent",
  description: "Tells or changes who answers in this conversation",
  usage: "[name | default]",
  by: "member",
  async run({ services, words }) {
    const there = (await services.agents()).map(({ slug }) => slug);
    const here = await services.here();
    if (words === "") return `${current("Agent", here?.agent)}\n\n${listed(there)}`;
    if (!here) return NOTHING_HERE;
    if (words === "default")
      return describeResult(await here.change({ agent: null }), "The default agent answers again.");
    const found = named(words.replace(/^@/, ""), there);
    if (typeof found !== "string") return `${notOne("agent", words, found)}\n\n${listed(there)}`;
    return describeResult(await here.change({ agent: found }), `\`${found}\` answers from now on.`);
  },
};

function current(what: string, name: CurrentConversation["model"] = null): string {
  return `${what}: ${name === null ? "the default" : `\`${name}\``}.`;
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return "None are set up.";
  const more = names.length > MOST_LISTED ? `\n- and ${names.length - MOST_LISTED} more` : "";
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

function notOne(what: string, words: string, like: readonly string[]): string {
  const shown = `\`${words.slice(0, 80).replaceAll("`", "'").replaceAll("\n", " ")}\``;
  return like.length > 1 ? `${shown} may be any of ${like.length}.` : `There is no ${what} ${shown} here.`;
}
