/** Access to agents and rooms by every way in: the model's requests show who got through. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import type { Route } from "../../../src/app/http/api.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { callApi } from "../api.ts";
import { nameOf, TABLE, takenBy } from "../table/table.ts";
import {
  AUDIENCES,
  aTown,
  canaryOf,
  type For,
  mayTalk,
  prompts,
  type Town,
  TRIED,
  WHO,
  type Who,
  wordsOf,
} from "./town.ts";
import { LEADS_NOWHERE, ROOM_ROUTES, WAYS, type Way } from "./ways.ts";

const database = (env as unknown as { DB: D1Database }).DB;

let town: Town;
let asked: string[];

const markOf = (way: number, who: Who, to: For) => `${way}-${who}-${to}-${town.stamp}`;

/** Each by one person at a time: their preferences are one. */
async function triedBy(who: Who): Promise<void> {
  for (const [at, way] of WAYS.entries()) {
    // A visitor may begin ten conversations a day, and the ways need more.
    if (who === "visitor") await database.exec("DELETE FROM tries");
    for (const to of TRIED[who])
      if (isTried(way, who))
        await way.go({ by: town.callers[who], agent: town.agents[to], mark: markOf(at, who, to), town });
  }
}

const isTried = ({ members }: Way, who: Who) => !members || who !== "visitor";

beforeAll(async () => {
  town = await aTown(Date.now().toString(36));
  await Promise.all(WHO.map(triedBy));
  asked = await prompts();
}, 180_000);

describe.each(WAYS.map((way, at) => [way.name, way, at] as const))("%s", (_name, way, at) => {
  test.each(WHO.filter((who) => isTried(way, who)))(
    "an agent answers %s where it is open to them alone",
    (who) => {
      const reached = (to: For) => {
        const [mark, canary] = [`mark.${markOf(at, who, to)}.`, canaryOf(town.agents[to])];
        return asked.some((prompt) => prompt.includes(mark) && prompt.includes(canary));
      };
      expect(TRIED[who].filter(reached)).toEqual(TRIED[who].filter((to) => mayTalk(who, to)));
    },
  );
});

test("a route that leads to an agent is one of these ways", () => {
  const known = [...WAYS.flatMap(({ routes }) => routes), ...ROOM_ROUTES, ...Object.keys(LEADS_NOWHERE)];
  expect(leading().filter((name) => !known.includes(name))).toEqual([]);
});

/** Anybody's routes that change something, and name an agent, a room or a conversation. */
function leading(): string[] {
  const open = TABLE.filter(
    ({ policy, method }) => policy.who !== "admin" && policy.who !== "public" && method !== "get",
  );
  return open.filter(names).map(nameOf);
}

function names({ method, path, body }: Route): boolean {
  const fields = body ? JSON.stringify(takenBy(body)) : "";
  const isNamed = /"(agent|default_agent|fallback_agent|selected_agent|room)":/.test(fields);
  return (
    isNamed ||
    /^\/((v1\/)?(chat|responses|messages)|rooms\/:room\/(session|message))/.test(path) ||
    (method === "post" && /^\/(conversations\/:id\/|mcp$)/.test(path))
  );
}

describe("a room", () => {
  test.each(WHO)("lets %s in where it is open to them, and is not there otherwise", async (who) => {
    const { ask } = town.callers[who];
    for (const to of AUDIENCES) {
      const room = town.rooms[to];
      const [there, none] = [
        await ask("POST", `/rooms/${room}/session/start`, {}),
        await ask("POST", "/rooms/attic/session/start", {}),
      ];
      if (mayTalk(who, to)) expect(there.status).toBe(201);
      else
        expect([there.status, (await there.text()).replaceAll(room, "attic")]).toEqual([
          none.status,
          await none.text(),
        ]);
    }
  });

  test("answers nobody any more whom it was closed to, and says so", async () => {
    const { ask } = town.callers.unlisted;
    const room = town.rooms.members;
    const { session_id } = (await (await ask("POST", `/rooms/${room}/session/start`, {})).json()) as {
      session_id: string;
    };
    await callApi("PATCH", `/rooms/${room}`, { audience: [] });
    const mark = `closed-room-${town.stamp}`;
    await ask("POST", `/rooms/${room}/message`, { session_id, content: wordsOf(mark) });
    await ask("POST", `/conversations/${session_id}/messages`, { text: wordsOf(mark) });
    const { items } = (await (await ask("GET", `/conversations/${session_id}/messages`)).json()) as {
      items: object[];
    };
    expect(JSON.stringify(items.at(-1))).toContain("isn't open to you");
    await callApi("PATCH", `/rooms/${room}`, { audience: "people" });
    expect((await prompts()).some((prompt) => prompt.includes(`mark.${mark}.`))).toBe(false);
  });
});

describe("what is not open is told of as what is not there", () => {
  const asks = (slug: string): [string, string, object][] => [
    ["POST", "/chat", { agent: slug, message: "Hi" }],
    ["POST", "/chat", { sender: "x", agent: slug, message: "Hi" }],
    ["POST", "/conversations", { agent: slug }],
    ["POST", "/notify", { agent: slug, message: "Hi" }],
    ["PATCH", "/preferences", { default_agent: slug }],
    ["POST", "/schedules", { agent: slug, name: "x", text: "x", every_minutes: 60 }],
    ["POST", "/hooks", { agent: slug, name: "x" }],
    ["GET", `/agents/${slug}`, {}],
  ];

  test.each(asks("x").map(([method, path], at) => [method, path.replace(/\/x$/, "/:slug"), at] as const))(
    "by %s %s",
    async (method, _path, at) => {
      const { ask } = town.callers.unlisted;
      const told = async (slug: string) => {
        const [, path, body] = asks(slug)[at] ?? ["", "", {}];
        const response = await ask(method, path, method === "GET" ? undefined : body);
        return [response.status, (await response.text()).replaceAll(slug, "SLUG")];
      };
      expect(await told(town.agents.private)).toEqual(await told(`nobody-${town.stamp}`));
    },
  );
});

describe("a conversation that goes on", () => {
  test("is not answered once its agent is closed to who speaks, who is told what to do and loses no word", async () => {
    const { ask, id } = town.callers.listed;
    const agent = town.agents.list;
    const begun = await ask("POST", "/chat", { agent, message: tell({ text: ["Hello."] }) });
    const { conversation_id } = (await begun.json()) as { conversation_id: string };
    const mark = `closed-${town.stamp}`;
    await callApi("PATCH", `/agents/${agent}`, { audience: [] });
    const refused = (await (
      await ask("POST", "/chat", { conversation_id, message: wordsOf(mark) })
    ).json()) as object;
    await callApi("PATCH", `/agents/${agent}`, { audience: [id] });
    expect(refused).toMatchObject({
      status: "failed",
      cost_usd: 0,
      reply: expect.stringContaining("choose another agent"),
    });
    const { items } = (await (await ask("GET", `/conversations/${conversation_id}/messages`)).json()) as {
      items: object[];
    };
    expect(JSON.stringify(items.at(-2))).toContain(`mark.${mark}.`);
    expect((await prompts()).some((prompt) => prompt.includes(`mark.${mark}.`))).toBe(false);
    const again = (await (
      await ask("POST", "/chat", { conversation_id, message: wordsOf(`${mark}-again`) })
    ).json()) as object;
    expect(again).toMatchObject({ status: "completed", reply: "Yes." });
  });

  test("is answered to whoever was let in to write there, by its own agent alone", async () => {
    const { owner, unlisted } = town.callers;
    const begun = await owner.ask("POST", "/chat", {
      agent: town.agents.private,
      message: tell({ text: ["Hello."] }),
    });
    const { conversation_id } = (await begun.json()) as { conversation_id: string };
    await owner.ask("PUT", `/conversations/${conversation_id}/members/${unlisted.id}`, {
      rights: ["read", "write"],
    });
    const say = async (more: object) =>
      (await (
        await unlisted.ask("POST", "/chat", { conversation_id, message: wordsOf("shared"), ...more })
      ).json()) as object;
    expect(await say({})).toMatchObject({ status: "completed", reply: "Yes." });
    expect(await say({ agent: town.agents.list })).toMatchObject({ error: "resource_not_found" });
  });
});
