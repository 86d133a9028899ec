/** `nightjar models`. */
import { wholeList } from "../../connection/pages.mjs";
import { command, flag } from "../../parser/command.mjs";

const OPTIONS = { all: flag("--all", "those without an account too") };

/** @type {import("../../parser/types.ts").Run<typeof OPTIONS>} */
const list = async ({ api, print }, { all }) => {
  const { items } = await api("GET /models");
  const shown = all ? items : items.filter(({ configured }) => configured);
  await print.list(wholeList(Promise.resolve({ items: shown })), {
    columns: [
      { head: "MODEL", of: ({ id }) => id },
      { head: "NAME", of: ({ label }) => label },
      { head: "CONTEXT", of: ({ context_window }) => context_window },
      { head: "ANSWERS", of: ({ configured }) => (configured ? "yes" : "no account") },
      {
        head: "$/M IN, OUT",
        of: ({ price }) => (price === null ? "unknown" : `${price.input}, ${price.output}`),
      },
    ],
    none: "No model can answer. Add an account: Settings > Models.",
  });
};

export const models = command({
  name: "models",
  summary: "lists those that can answer, and chooses",
  options: OPTIONS,
  run: list,
  commands: [
    command({ name: "list", summary: "as provider/model", options: OPTIONS, run: list }),
    chosen("default", "the model for everybody who chooses none"),
    chosen("fast", "the model for titles, summaries and the like"),
  ],
});

/**
 * @param {"default" | "fast"} name
 * @param {string} summary
 */
function chosen(name, summary) {
  return command({
    name,
    summary,
    args: "[model]",
    details: "Without a model the choice is taken back, and the settings hold.",
    async run({ api, print }, { words: [model = null] }) {
      const now = await api("PUT /models/chosen", {}, { [name]: model });
      print.done(now, model === null ? "The settings hold." : `It is ${model} from now on.`);
    },
  });
}
