/** Tools in words for people: names, purposes, and what they can touch. */

import type { ToolSummary } from "../../../api/agents/tools.ts";
import { toolName } from "../../../ui/format.ts";
import { t } from "../../../words/t.ts";

interface ToolWords {
  title: string;
  does: string;
  touches: string;
}

interface Group {
  label: string;
  tools: Record<string, ToolWords>;
}

const words = (title: string, does: string, touches: string): ToolWords => ({ title, does, touches });

const MEMORY = t("What it remembers about you. Nothing leaves Nightjar.");
const MEMORY_READ = t("Only reads what it remembers about you.");
const NOTHING = t("Nothing: it only reads or thinks.");

const GROUPS: readonly Group[] = [
  {
    label: t("The web"),
    tools: {
      web_search: words(
        t("Search the web"),
        t("Finds pages by words."),
        t("Sends your query to the search service."),
      ),
      weather: words(
        t("Tell the weather"),
        t("Forecasts for a town."),
        t("Sends the town's name to Open-Meteo."),
      ),
      web_fetch: words(
        t("Read pages"),
        t("Reads a web page, a PDF or a text file."),
        t("That server can see the address you request."),
      ),
      browser: words(
        t("Use a browser"),
        t("Opens pages, clicks, fills in forms, takes screenshots."),
        t("Any public page, without your sign-ins."),
      ),
    },
  },
  {
    label: t("Your files"),
    tools: {
      list_files: words(t("List files"), t("Lists your files."), t("Only reads your workspace.")),
      read: words(t("Read files"), t("Reads one of your text files."), t("Only reads your workspace.")),
      write: words(
        t("Write files"),
        t("Writes a whole file."),
        t("Your workspace. Replaced content is kept for 30 days."),
      ),
      edit: words(
        t("Edit files"),
        t("Edits part of a file."),
        t("Your workspace. Replaced content is kept for 30 days."),
      ),
      query_table: words(
        t("Ask tables"),
        t("Finds rows of large tables, and counts, filters and groups them."),
        t("Your files, and tables of your collections."),
      ),
      run_code: words(
        t("Run programs"),
        t("Runs small programs it writes, in a sandbox."),
        t("Your workspace, and only the hosts named in the call."),
      ),
    },
  },
  {
    label: t("Memory"),
    tools: {
      memory_search: words(t("Search memory"), t("Looks up what it knows about you."), MEMORY_READ),
      memory_get: words(t("Read a memory"), t("Reads one memory in full."), MEMORY_READ),
      deep_memory: words(t("Deep memory search"), t("Searches in several ways at once."), MEMORY_READ),
      recall_memory: words(t("Recall by tags"), t("Finds memories by words and tags."), MEMORY_READ),
      memory_write: words(t("Remember"), t("Keeps a fact, a wish or a note."), MEMORY),
      store_memory: words(t("Save with tags"), t("Keeps a memory with tags."), MEMORY),
      commitment_update: words(
        t("Track promises"),
        t("Notes promises with their dates, and ticks them off."),
        MEMORY,
      ),
      memory_forget: words(
        t("Forget"),
        t("Deletes a memory."),
        t("{MEMORY} The agent can't undo it.", { MEMORY }),
      ),
    },
  },
  {
    label: t("Time and messages"),
    tools: {
      schedule_message: words(
        t("Schedule"),
        t("Wakes up at a set time to remind you or to work."),
        t("It runs later, and that run costs money."),
      ),
      list_scheduled: words(t("List schedules"), t("Lists schedules and reminders."), NOTHING),
      cancel_scheduled: words(
        t("Cancel schedules"),
        t("Cancels a reminder or schedule."),
        t("Schedules in this conversation, and your own."),
      ),
      create_cron: words(
        t("Create schedule"),
        t("Repeats a task at set times."),
        t("It runs on its own until you remove it, and each run costs money."),
      ),
      create_heartbeat: words(
        t("Create heartbeat"),
        t("Checks HEARTBEAT.md regularly and handles what's due."),
        t("It runs on its own until you remove it, and each run costs money."),
      ),
      update_schedule: words(
        t("Change a schedule"),
        t("Changes when a schedule runs, or what it does."),
        t("It runs on its own until you remove it, and each run costs money."),
      ),
      message: words(
        t("Message you elsewhere"),
        t("Sends you a message in another chat."),
        t("Your own linked chats and conversations."),
      ),
      react: words(t("React"), t("Adds an emoji to your message."), t("The message being answered.")),
      ask_user: words(t("Ask me"), t("Asks one question and waits for the answer."), NOTHING),
    },
  },
  {
    label: t("Other agents and tools"),
    tools: {
      delegate: words(
        t("Delegate a task"),
        t("Hands a task to another agent, who answers you."),
        t("Uses their tools, within this agent's limits, and their costs."),
      ),
      spawn_agent: words(
        t("Ask another agent"),
        t("Delegates a task and waits for the result."),
        t("Uses their tools, within this agent's limits, and their costs."),
      ),
      request_capability: words(
        t("Build a tool"),
        t("Asks the Builder for a missing tool."),
        t("Becomes one of your tools once its tests pass. You choose what it can connect to."),
      ),
      list_capabilities: words(t("List built tools"), t("Lists the tools built here."), NOTHING),
      lookup_capability: words(t("Look up a built tool"), t("Reads how to use one."), NOTHING),
      load_skill: words(t("Read skills"), t("Loads instructions for a kind of task."), NOTHING),
    },
  },
  {
    label: t("Thinking and making"),
    tools: {
      calculate: words(t("Calculate"), t("Calculates exactly."), NOTHING),
      think: words(t("Think"), t("Notes a line of thought."), NOTHING),
      session_status: words(t("Read its own state"), t("Model, tokens, cost and time."), NOTHING),
      speak: words(
        t("Speak"),
        t("Turns text into speech."),
        t("Sends the text to the voice service, which costs money."),
      ),
      generate_image: words(
        t("Create images"),
        t("Creates an image from a description."),
        t("Sends the description to the image service, which costs money."),
      ),
    },
  },
];

interface ShownTool extends ToolWords {
  name: string;
}

export interface ShownGroup {
  label: string;
  tools: ShownTool[];
}

/** Available tools in the order in which people look for them, then those of servers, and built ones. */
export function groupsOf(tools: readonly ToolSummary[]): ShownGroup[] {
  const known = GROUPS.map(({ label, tools: named }) => ({
    label,
    tools: Object.entries(named).flatMap(([name, told]) =>
      tools.some((tool) => tool.name === name) ? [{ name, ...told }] : [],
    ),
  }));
  const named = new Set(known.flatMap((group) => group.tools.map(({ name }) => name)));
  const others = tools.filter(({ name }) => !named.has(name)).map(unnamed);
  const of = (label: string, from: ToolSummary["from"]) => ({
    label,
    tools: others.filter((tool) => tool.from === from),
  });
  return [
    ...known,
    of(t("More"), "built_in"),
    of(t("From your servers"), "server"),
    of(t("Built here"), "capability"),
  ].filter((group) => group.tools.length > 0);
}

function unnamed(tool: ToolSummary): ShownTool & Pick<ToolSummary, "from"> {
  const { name, description, from } = tool;
  const [first = description] = description.split(/(?<=\.)\s/);
  return { name, from, title: toolName(name), does: first, touches: reachOf(tool) };
}

function reachOf({ effect, reach }: ToolSummary): string {
  if (reach === "outside")
    return effect === "read"
      ? t("Sends a request outside Nightjar.")
      : t("Changes something outside Nightjar.");
  return effect === "read" ? NOTHING : t("Changes something of yours inside Nightjar.");
}
