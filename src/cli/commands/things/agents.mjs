/** `nightjar agents`. */
import { blobOf, download } from "../../connection/files.mjs";
import { wholeList } from "../../connection/pages.mjs";
import { command, flag, text } from "../../parser/command.mjs";

export const agents = command({
  name: "agents",
  summary: "lists, shows, imports and removes them",
  run: list,
  commands: [
    command({ name: "list", summary: "those that you may talk to", run: list }),
    command({
      name: "show",
      summary: "an agent, field by field",
      args: "<slug>",
      run: async ({ api, print }, { words: [slug = ""] }) =>
        print.fields(await api("GET /agents/{slug}", { slug })),
    }),
    command({
      name: "export",
      summary: "an agent as a Markdown file",
      args: "<slug>",
      options: { output: text("-o, --output <file>", "a new file, else standard output") },
      run: ({ instance }, { words: [slug = ""], output }) =>
        download(instance(), `/agents/${encodeURIComponent(slug)}.md`, output),
    }),
    command({
      name: "import",
      summary: "makes an agent of a Markdown file",
      args: "<file>",
      options: { replace: flag("--replace", "a new version of the agent with that slug") },
      async run({ api, print }, { words: [file = ""], replace }) {
        const markdown = new Blob([await blobOf(file)], { type: "text/markdown" });
        const agent = await api("POST /agents/import", { replace: replace || undefined }, markdown);
        print.done(agent, `${agent.name} answers as @${agent.slug}.`);
      },
    }),
    command({
      name: "duplicate",
      summary: "makes another one that is like it",
      args: "<slug> <new-slug>",
      options: { name: text("--name <name>", "its name") },
      async run({ api, print }, { words: [slug = "", to = ""], name }) {
        const agent = await api("POST /agents/{slug}/duplicate", { slug }, { slug: to, name });
        print.done(agent, `${agent.name} answers as @${agent.slug}.`);
      },
    }),
    command({
      name: "remove",
      summary: "removes an agent with all its versions",
      args: "<slug>",
      async run({ api, print }, { words: [slug = ""] }) {
        await api("DELETE /agents/{slug}", { slug });
        print.done({ slug, removed: true }, `Removed @${slug}.`);
      },
    }),
  ],
});

/** @param {import("../../parser/types.ts").Context} context */
function list({ api, print }) {
  return print.list(wholeList(api("GET /agents")), {
    columns: [
      { head: "SLUG", of: ({ slug }) => slug },
      { head: "NAME", of: ({ name }) => name },
      { head: "ROLE", of: ({ role }) => role },
      { head: "MODELS", of: ({ models }) => models.join(" ") },
    ],
    none: "There is no agent.",
  });
}
