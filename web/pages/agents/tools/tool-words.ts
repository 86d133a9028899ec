/** What a tool is called to people, what it does and what it can touch. */
import type { ToolSummary } from "../../../api/agents/tools.ts";
import { toolName } from "../../../ui/format.ts";

export interface ToolWords {
  title: string;
  does: string;
  touches: string;
}

interface Group {
  label: string;
  tools: Record<string, ToolWords>;
}

const words = (title: string, does: string, touches: string): ToolWords => ({ title, does, touches });

const MEMORY = "What it remembers of you; nothing leaves Nightjar.";
const MEMORY_READ = "Looks only, in what it remembers of you.";
const NOTHING = "Nothing: it looks or thinks.";

const GROUPS: readonly Group[] = [
  {
    label: "The web",
    tools: {
      web_search: words("Search the web", "Finds pages by words.", "Your words go to the search service."),
      web_fetch: words(
        "Read pages",
        "Reads a web page, a PDF or a text file.",
        "The address it asks for can be seen there.",
      ),
      browser: words(
        "Use a browser",
        "Opens pages, clicks, fills in, takes pictures.",
        "Any public page, as a stranger: without your sign-ins.",
      ),
    },
  },
  {
    label: "Your files",
    tools: {
      list_files: words("List files", "Sees which files there are.", "Looks only, in your workspace."),
      read: words("Read files", "Reads a text file of yours.", "Looks only, in your workspace."),
      write: words(
        "Write files",
        "Writes a file whole.",
        "Your workspace; what was there is kept for 30 days.",
      ),
      edit: words(
        "Edit files",
        "Changes a passage of a file.",
        "Your workspace; what was there is kept for 30 days.",
      ),
      run_code: words(
        "Run programs",
        "Runs small programs it writes, in a sandbox.",
        "Your workspace, and only the hosts that the call names.",
      ),
    },
  },
  {
    label: "Memory",
    tools: {
      memory_search: words("Search memory", "Looks up what it knows of you.", MEMORY_READ),
      memory_get: words("Read a memory", "Reads one memory whole.", MEMORY_READ),
      deep_memory: words("Search memory thoroughly", "Searches from several sides at once.", MEMORY_READ),
      recall_memory: words("Recall by tags", "Finds memories by words and tags.", MEMORY_READ),
      memory_write: words("Remember", "Keeps a fact, a wish or a note.", MEMORY),
      store_memory: words("Remember by tags", "Keeps a memory with tags.", MEMORY),
      commitment_update: words(
        "Keep promises",
        "Notes promises with their dates, and ticks them off.",
        MEMORY,
      ),
      memory_forget: words("Forget", "Deletes a memory.", `${MEMORY} An agent cannot take it back.`),
    },
  },
  {
    label: "Time and messages",
    tools: {
      schedule_message: words(
        "Schedule",
        "Wakes itself at a time, to remind you or to work.",
        "It acts later, and costs what that costs.",
      ),
      list_scheduled: words("See what is scheduled", "Lists what comes by itself.", NOTHING),
      cancel_scheduled: words(
        "Cancel what is scheduled",
        "Takes a reminder or a schedule away.",
        "What is scheduled here, and your schedules.",
      ),
      create_cron: words(
        "Make a schedule",
        "Has something done again and again at set times.",
        "It acts by itself until you remove it, and costs what that costs.",
      ),
      create_heartbeat: words(
        "Make a heartbeat",
        "Sees now and then to what is due in HEARTBEAT.md.",
        "It acts by itself until you remove it, and costs what that costs.",
      ),
      message: words(
        "Write to you elsewhere",
        "Sends you words in another chat.",
        "Your own linked chats and conversations.",
      ),
      react: words("React", "Puts an emoji at your message.", "The message it answers."),
      ask_user: words("Ask you", "Asks one question and waits for the answer.", NOTHING),
    },
  },
  {
    label: "Other agents and tools",
    tools: {
      delegate: words(
        "Hand on a task",
        "Gives a task to another agent, which answers you.",
        "Their tools, within what this agent may; it costs what they cost.",
      ),
      spawn_agent: words(
        "Ask another agent",
        "Gives a task to another agent and waits for its report.",
        "Their tools, within what this agent may; it costs what they cost.",
      ),
      request_capability: words(
        "Have a tool built",
        "Asks the Builder for a tool that is missing.",
        "A new tool of yours, once its tests pass; you are asked what it may reach.",
      ),
      list_capabilities: words("See built tools", "Lists the tools that were built here.", NOTHING),
      lookup_capability: words("Look up a built tool", "Reads how one is used.", NOTHING),
      load_skill: words("Read skills", "Loads instructions for one kind of task.", NOTHING),
    },
  },
  {
    label: "Thinking and making",
    tools: {
      calculate: words("Calculate", "Works out arithmetic exactly.", NOTHING),
      think: words("Think", "Notes a line of thought.", NOTHING),
      session_status: words("See its own state", "Model, tokens, cost and time.", NOTHING),
      speak: words("Speak", "Makes a recording of a text.", "The text goes to the voice service; it costs."),
      generate_image: words(
        "Make pictures",
        "Makes an image from words.",
        "The words go to the image service; it costs.",
      ),
    },
  },
];

export interface ShownTool extends ToolWords {
  name: string;
}

export interface ShownGroup {
  label: string;
  tools: ShownTool[];
}

/** Those that there are, in the order in which people look for them; then those of servers, and built ones. */
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
    of("More", "built_in"),
    of("Of your servers", "server"),
    of("Built here", "capability"),
  ].filter((group) => group.tools.length > 0);
}

function unnamed(tool: ToolSummary): ShownTool & Pick<ToolSummary, "from"> {
  const { name, description, from } = tool;
  const [first = description] = description.split(/(?<=\.)\s/);
  return { name, from, title: toolName(name), does: first, touches: reachOf(tool) };
}

function reachOf({ effect, reach }: ToolSummary): string {
  if (reach === "outside")
    return effect === "read" ? "It asks outside of Nightjar." : "It changes something outside.";
  return effect === "read" ? NOTHING : "It changes something of yours, inside Nightjar.";
}
