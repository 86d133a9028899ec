import { expect, test } from "vitest";
import type {
  CommandCall,
  CommandServices,
  CurrentConversation,
  ListedGrant,
} from "../../../../src/channels/commands/command.ts";
import { COMMANDS } from "../../../../src/channels/commands/list.ts";
import { commandIn } from "../../../../src/channels/commands/parse-command.ts";
import { isCommand, isHeard, runCommand } from "../../../../src/channels/commands/run.ts";
import type { Source, UserMessage } from "../../../../src/domain/inbound.ts";
import type { Principal } from "../../../../src/domain/principal.ts";
import { loadWords, wordsIn } from "../../../../src/domain/text/translated/in-language.ts";

const DIRECT: Source = { channel: "telegram", sender: "7", thread: "7" };
const GROUP: Source = { ...DIRECT, is_group: true };
const MONA: Principal = { owner: "psn_mona", role: "member", name: "Mona" };
const GUEST: Principal = { ...MONA, role: "guest" };
const REFUSED = { ok: false, failure: { error: "forbidden", reason: "Not yours." } } as const;

function written(text: string, more: Partial<UserMessage> = {}) {
  return commandIn({
    type: "user_message",
    key: "1",
    source: DIRECT,
    parts: [{ type: "text", text }],
    ...more,
  });
}

function servicesWith(here: Partial<CurrentConversation> = {}, done: unknown[] = []) {
  const ok = { ok: true, value: true } as const;
  const note = (what: string) => async (change?: unknown) => {
    done.push(change === undefined ? what : [what, change]);
    return ok;
  };
  const whole: CurrentConversation = {
    title: "Trip",
    agent: null,
    model: "openai/small",
    mode: null,
    message_count: 4,
    cost_usd: 0.0123,
    turn: null,
    rights: [],
    halt: note("halt"),
    compact: note("compact"),
    check: note("check"),
    change: note("change"),
    leave: note("leave"),
    goOut: async () => ({ ok: true, value: true }),
    ...here,
  };
  const services: CommandServices = {
    here: async () => whole,
    research: async () => undefined,
    models: () => [
      { id: "openai/small", configured: true },
      { id: "openai/large", configured: true },
      { id: "other/large-one", configured: false },
    ],
    agents: async () => [
      { slug: "cook", name: "Cook" },
      { slug: "coach", name: "Coach" },
    ],
    spent: async () => ({ input_tokens: 12_000, output_tokens: 300, cost_usd: 1.5 }),
    recall: async (words) => [`about ${words}\nin two lines`],
    redeem: async (code) => `redeemed ${code}`,
    grants: async () => GRANTS,
    endGrant: async (id) => void done.push(["end", id]),
  };
  return { services, done };
}

const FREE = {
  is_task: false,
  is_here_only: false,
  ends_at: null,
  uses: 0,
  max_uses: null,
  spent: 0,
  max_amount: null,
};
const GRANTS: ListedGrant[] = [
  {
    ...FREE,
    id: "gnt_1",
    agent: "cook",
    tool: "mcp_mail_send",
    to: ["ann@a.example"],
    uses: 3,
    max_uses: 10,
  },
  { ...FREE, id: "gnt_2", agent: "cook", tool: "web_fetch", to: null },
];

test("permissions are listed by number, and ended by it", async () => {
  expect(await run("/grants")).toBe(
    [
      "1. **Mail send** (cook), `ann@a.example`: 3 of 10 uses",
      "2. **Web fetch** (cook), any destination: no end",
      "End one with `/grants end NUMBER`.",
    ].join("\n"),
  );
  const { services, done } = servicesWith();
  expect(await run("/grants end 2", { services })).toContain("Ended: Web fetch");
  expect(done).toEqual([["end", "gnt_2"]]);
  expect(await run("/grants end 9")).toContain("no permission 9");
});

function run(text: string, more: Partial<Omit<CommandCall, "words">> = {}) {
  const command = written(text);
  if (!command) throw new Error(`${text} is no command`);
  const call = { who: MONA, source: DIRECT, services: servicesWith().services, say: wordsIn("en") };
  return runCommand(command, { ...call, ...more });
}

test("a command is a slash and a word, whatever bot is named behind it, and the rest are its words", () => {
  expect(written("/model@nightjar_bot  openai/large \n")).toEqual({ name: "model", words: "openai/large" });
  expect(written("/STOP")).toEqual({ name: "stop", words: "" });
  for (const text of ["model", "/", "//stop", "/1", "/usr/bin is a folder", " x /stop", ""])
    expect(written(text), text).toBeUndefined();
});

test("in a group only what is said to the bot is a command", () => {
  expect(written("/stop", { source: GROUP })).toBeUndefined();
  expect(written("/stop", { source: GROUP, is_addressed: true })).toEqual({ name: "stop", words: "" });
});

test("a slash that is no command is a message, but for one word alone, which help is offered for", async () => {
  expect(isCommand({ name: "tmp", words: "is full" })).toBe(false);
  expect(isCommand({ name: "hlep", words: "" })).toBe(true);
  expect(await run("/hlep")).toContain("/help");
});

test("strangers are heard with what anyone may ask, and not in a group; guests are told that it is not for them", async () => {
  const heard = (source: Source) =>
    COMMANDS.flatMap(({ name }) => (isHeard({ name, words: "" }, { who: undefined, source }) ? [name] : []));
  expect(heard(DIRECT)).toEqual(["link", "whoami", "help"]);
  expect(heard(GROUP)).toEqual([]);
  expect(await run("/reset", { who: GUEST })).toContain("account here");
  expect(await run("/help", { who: undefined })).not.toContain("/reset");
});

test("help lists every command with what it is for", async () => {
  const text = await run("/help");
  for (const { name, description } of COMMANDS)
    expect(text).toMatch(new RegExp(`/${name}.*: ${description.slice(0, 10)}`));
});

test("names and descriptions are such that every platform takes them", () => {
  for (const { name, description } of COMMANDS) {
    expect(name).toMatch(/^[a-z]{1,32}$/);
    expect(description.length).toBeLessThanOrEqual(100);
  }
  expect(new Set(COMMANDS.map(({ name }) => name)).size).toBe(COMMANDS.length);
});

test("a model is changed by its name or a part that only it has; otherwise those that there are are listed", async () => {
  const { services, done } = servicesWith();
  expect(await run("/model", { services })).toContain("Model: `openai/small`");
  expect(await run("/model large", { services })).toContain("openai/large");
  expect(await run("/model openai", { services })).toContain("any of 2");
  expect(await run("/model nothing`here", { services })).toContain("no model `nothing'here`");
  await run("/model default", { services });
  expect(done).toEqual([
    ["change", { model: "openai/large" }],
    ["change", { model: null }],
  ]);
});

test("an agent is changed likewise", async () => {
  const { services, done } = servicesWith();
  expect(await run("/agent @cook", { services })).toContain("`cook` answers");
  expect(await run("/agent co", { services })).toContain("any of 2");
  expect(done).toEqual([["change", { agent: "cook" }]]);
});

test("threads are begun anew, stopped and made short; a refusal is passed on in its own words", async () => {
  const { services, done } = servicesWith();
  for (const text of ["/new", "/reset", "/stop", "/compact", "/checked"]) await run(text, { services });
  expect(done).toEqual([["leave", false], ["leave", true], "halt", "compact", "check"]);
  const { services: refusing } = servicesWith({ leave: async () => REFUSED });
  expect(await run("/new", { services: refusing })).toBe("Not yours.");
});

test("whoever is in a room may leave it, guests as well; elsewhere there is none to leave", async () => {
  expect(await run("/leave", { who: GUEST })).toContain("You left");
  const { services } = servicesWith({ goOut: async () => ({ ok: true, value: false }) });
  expect(await run("/leave", { services })).toContain("in a room");
});

test("where nothing goes on, that is said", async () => {
  const services = { ...servicesWith().services, here: async () => undefined };
  for (const text of [
    "/new",
    "/reset",
    "/leave",
    "/stop",
    "/compact",
    "/checked",
    "/status",
    "/agent cook",
    "/model large",
  ])
    expect(await run(text, { services }), text).toContain("There's no conversation here yet");
});

test("status and usage tell what is known", async () => {
  const turn = { state: "tools", agent: "cook", model: "openai/large" };
  const text = await run("/status", { services: servicesWith({ turn }).services });
  expect(text).toContain("State: using a tool");
  expect(text).toContain("Agent: cook");
  expect(await run("/usage")).toContain("12,000 input tokens, 300 output tokens, $1.50");
});

test("what is remembered is told in lines of one item, and never before others", async () => {
  expect(await run("/memory bread")).toBe("- about bread in two lines");
  expect(await run("/memory")).toContain("/memory WORDS");
  expect(await run("/memory bread", { source: GROUP })).toContain("direct message");
});

test("a code is redeemed, and everybody may ask who they are", async () => {
  expect(await run("/link ABC-123", { who: undefined })).toBe("redeemed ABC-123");
  expect(await run("/whoami", { who: undefined })).toContain("not linked");
  expect(await run("/whoami", { who: GUEST })).toContain("a guest");
  expect(await run("/whoami")).toContain("Mona (member)");
});

test("who opens a bot of Telegram is greeted, or linked where the link brought a code; a stranger is told how to be let in", async () => {
  expect(await run("/start")).toMatch(/^Hello Mona\. .*\/help/);
  expect(await run("/start", { who: GUEST })).toMatch(/^Hello\. /);
  expect(await run("/start K7M2-P9XD", { who: undefined })).toBe("redeemed K7M2-P9XD");
  expect(isHeard({ name: "start", words: "" }, { who: undefined, source: DIRECT })).toBe(false);
  expect(await run("/help")).not.toContain("/start");
});

test("commands answer in the language of whoever wrote them", async () => {
  const [de, fr] = [await loadWords("de"), await loadWords("fr")];
  expect(await run("/help", { say: de })).toContain("- `/stop`: Die laufende Antwort anhalten");
  expect(await run("/status", { say: de })).toBe(
    "- Unterhaltung: Trip\n- Zustand: frei\n- Agent: Standard\n- Modell: openai/small\n- Nachrichten: 4\n- Kosten: $0.0123",
  );
  expect(await run("/grants end 2", { say: fr })).toBe(
    "Terminée : Lire une page, cook. Dès le prochain appel, l’agent redemande.",
  );
  expect(await run("/model openai", { say: de })).toContain("`openai` passt auf 2.");
  expect(await run("/usage", { say: fr })).toContain("12,000 jetons en entrée, 300 en sortie, 1.50 $");
  expect(await run("/memory bread", { say: de })).toBe("- about bread in two lines");
});
