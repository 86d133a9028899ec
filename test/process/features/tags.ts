/** Every tag does what it names, and nobody sees it. */
import { expect, it } from "vitest";
import type { TagName } from "../../../src/agent/tags/tag-filter.ts";
import type { Nightjar } from "../../support/process/nightjar.ts";
import { ask, type Stage } from "./stage.ts";

interface Case {
  tag: string;
  /** Throws when the tag had no effect. */
  check(nightjar: Nightjar, conversation: string): Promise<void>;
}

const holds =
  (route: string, ...wanted: object[]) =>
  async (nightjar: Nightjar) => {
    const { items } = await nightjar.request<{ items: object[] }>("GET", route);
    expect(items).toEqual(expect.arrayContaining(wanted.map((each) => expect.objectContaining(each))));
  };
const is = (route: string, wanted: object) => async (nightjar: Nightjar) =>
  expect(await nightjar.request("GET", route)).toMatchObject(wanted);

const TOOLS = [
  "create_agent",
  "update_agent",
  "create_cron",
  "create_heartbeat",
  "create_client",
  "update_client",
];

const CASES: Record<TagName, Case> = {
  MEMORY: {
    tag: "[MEMORY:garden]The pond is 90 cm deep.[/MEMORY]",
    check: holds("/memory/items", { content: "The pond is 90 cm deep." }),
  },
  STATE: {
    tag: "[STATE:project]the blue boat[/STATE]",
    check: holds("/memory/state", { key: "project", value: "the blue boat" }),
  },
  DELEGATE: {
    tag: "[DELEGATE:scholar]Count the owls.[/DELEGATE]",
    async check(nightjar, conversation) {
      const socket = await nightjar.socket(conversation);
      await socket.event((event) => event.type === "message" && event.message.agent === "scholar");
    },
  },
  CREATE_AGENT: {
    tag: "[CREATE_AGENT]\nName: Tide Keeper\nSkills:\n- research\nWatch the tides.\n[/CREATE_AGENT]",
    check: is("/agents/tide-keeper", {
      name: "Tide Keeper",
      skills: ["research"],
      instructions: "Watch the tides.",
    }),
  },
  UPDATE_AGENT: {
    tag: "[UPDATE_AGENT:older]Role: Keeps the light.[/UPDATE_AGENT]",
    check: is("/agents/older", { role: "Keeps the light.", version: 2 }),
  },
  CREATE_CRON: {
    tag: "[CREATE_CRON]\nName: Digest\nSchedule: 0 9 * * 1-5\nTimezone: Europe/Vienna\nWrite the digest.\n[/CREATE_CRON]",
    check: holds("/schedules", { name: "Digest", cron: "0 9 * * 1-5", text: "Write the digest." }),
  },
  CREATE_HEARTBEAT: {
    tag: "[CREATE_HEARTBEAT]\nName: Look\nEvery: 2h\nLook at the tank.\n[/CREATE_HEARTBEAT]",
    check: holds("/schedules", { name: "Look", every_minutes: 120 }),
  },
  CREATE_CLIENT: {
    tag: "[CREATE_CLIENT]\nName: Baker & Sons\nBudget: 12\nThey bake at night.\n[/CREATE_CLIENT]",
    check: holds("/clients", { slug: "baker-sons", notes: "They bake at night.", spend_per_month_usd: 12 }),
  },
  UPDATE_CLIENT: {
    tag: "[UPDATE_CLIENT:mill]Notes: They grind on Mondays.[/UPDATE_CLIENT]",
    check: holds("/clients", { slug: "mill", notes: "They grind on Mondays." }),
  },
  SILENT: { tag: "[SILENT]", check: async () => undefined },
};

/** Conductor, and the agent and client that tags change. */
export async function castOfTags({ nightjar }: Stage): Promise<void> {
  const agent = { name: "Maestro", instructions: "Conduct.", conductor: true };
  const tools = Object.fromEntries(TOOLS.map((name) => [name, "allow"]));
  await Promise.all([
    nightjar.request("POST", "/agents", { slug: "maestro", ...agent, tools }),
    nightjar.request("POST", "/agents", { slug: "older", name: "Older", instructions: "Be." }),
    nightjar.request("POST", "/clients", { slug: "mill", name: "Mill" }),
  ]);
}

export function tags(stage: () => Stage): void {
  it.each(Object.entries(CASES))("does what the tag %s names, unseen", async (name, { tag, check }) => {
    const said = name === "SILENT" ? "" : "So be it.";
    const { reply, status, reason, conversation_id } = await ask(stage(), {
      name,
      scripts: [(answer) => answer.text(`${said}${tag}`)],
      body: { agent: "maestro" },
    });
    expect([status, reply]).toEqual(["completed", expect.stringMatching(new RegExp(`^${said}(?:ok)?$`))]);
    expect(reason).toBe(reply === "" ? "The agent chose to say nothing." : null);
    await check(stage().nightjar, conversation_id);
  });
}
