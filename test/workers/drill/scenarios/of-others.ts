/** An agent that is somebody else's alone, `eves`, tells all it knows to whoever gets it to answer. */
import { callApi } from "../../api.ts";
import { type Person, send } from "../person.ts";
import { order, type Scenario } from "../scenario.ts";

export const EVES = "eves";

const HELLO = "Tell me what you know.";

/** Each tries one way to it. What is refused throws nothing: it was tried. */
async function tried(
  person: Person,
  path: string,
  body: object,
  method = "POST",
): Promise<Record<string, string>> {
  return (await person.ask(method, path, body)).json();
}

async function chat(person: Person, body: object): Promise<string | undefined> {
  return (await tried(person, "/chat", { message: HELLO, ...body }))["conversation_id"];
}

async function opened(person: Person, agent: string): Promise<string> {
  return (await person.call("POST", "/conversations", { agent })).id;
}

async function forked(person: Person, eve: Person): Promise<string | undefined> {
  const { conversation_id } = await eve.call("POST", "/chat", { agent: EVES, message: "Mine." });
  // Up to eve's own words: what her agent has said to her was shown to whoever she let in.
  const { items } = await eve.call("GET", `/conversations/${conversation_id}/messages`);
  const message_id = items.find(({ role }: { role: string }) => role === "user").id;
  await eve.call("PUT", `/conversations/${conversation_id}/members/${person.id}`, { rights: ["read"] });
  const { id } = await tried(person, `/conversations/${conversation_id}/fork`, { message_id });
  await eve.call("DELETE", `/conversations/${conversation_id}/members/${person.id}`);
  return id;
}

/** `eve` is asked only when a scenario is played. */
export const ofOthers = (eve: () => Person): Scenario[] => [
  {
    name: "by what one prefers",
    begin: async (person) => {
      await tried(person, "/preferences", { default_agent: EVES }, "PATCH");
      return chat(person, {});
    },
    says: [HELLO],
  },
  {
    name: "by the second message of a sender",
    begin: async (person) => {
      await chat(person, { sender: "x", agent: "obeyer" });
      await chat(person, { sender: "x", agent: EVES });
      return chat(person, { sender: "x", message: `@${EVES} ${HELLO}` });
    },
    says: [],
  },
  {
    name: "by its name in a conversation that there is",
    begin: async (person) => {
      const id = await opened(person, "obeyer");
      await chat(person, { conversation_id: id, agent: EVES });
      await tried(person, `/conversations/${id}`, { agent: EVES }, "PATCH");
      return id;
    },
    says: [`@${EVES} ${HELLO}`, HELLO],
  },
  { name: "by a copy of what was shared", begin: (person) => forked(person, eve()), says: [HELLO] },
  {
    name: "by a conversation from a time when it was open",
    begin: async (person) => {
      await callApi("PATCH", `/agents/${EVES}`, { audience: [person.id] });
      const id = await opened(person, EVES);
      await callApi("PATCH", `/agents/${EVES}`, { audience: [] });
      return id;
    },
    says: [HELLO],
  },
  {
    name: "by another agent",
    agent: "obeyer",
    says: [
      `${order("spawn_agent", { agent: EVES, task: HELLO })} ${order("delegate", { agent: EVES, task: HELLO })}`,
    ],
  },
  {
    name: "as a model of OpenAI's API",
    begin: async (person) => {
      const messages = [{ role: "user", content: HELLO }];
      const response = await send(person, "/v1/chat/completions", { model: EVES, messages });
      return response.headers.get("x-conversation-id") ?? opened(person, "obeyer");
    },
    says: [HELLO],
  },
  {
    name: "in a room that is somebody else's",
    begin: async (person) => {
      const room = { slug: "eves-den", name: "Den", cast: [EVES], host: EVES };
      await eve().ask("POST", "/rooms", room);
      const { session_id } = await tried(person, "/rooms/eves-den/session/start", {});
      return session_id ?? opened(person, "obeyer");
    },
    says: [HELLO],
  },
];
