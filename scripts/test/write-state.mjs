#!/usr/bin/env node
/**
 * Writes what each kept state holds into a new instance of the offline model, and ends in the middle of an answer, where the instance is then
 * killed: `node scripts/test/write-state.mjs URL TOKEN`, `kill -9` of its process group, then `scripts/test/keep-state.mjs`.
 */
import { setTimeout as pause } from "node:timers/promises";

const [url, token] = process.argv.slice(2);
if (!url || !token) throw new Error("Give the address of a new instance, and its ADMIN_TOKEN.");

/**
 * Throws an Error with the instance's words when it refuses.
 * @param {string} what method and route
 * @param {object} [body]
 * @returns {Promise<any>}
 */
async function call(what, body) {
  const [method = "", route] = what.split(" ");
  const response = await fetch(`${url}/api/v1${route}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${what}: ${response.status} ${await response.text()}`);
  return response.status === 204 ? undefined : response.json();
}

/** One with a fact, one that branches after a tool call, one whose answer is not written to its end. */
async function writeConversations() {
  await call("POST /chat", { message: "Hello from before. My cat is called Mavis." });
  const { conversation_id: id } = await call("POST /chat", { message: "What is 6 * 7?" });
  await call("POST /chat", { message: "And 6 * 8?", conversation_id: id });
  await call(`POST /conversations/${id}/messages`, { text: "What is 6 * 9?", parent_id: null });
  while ((await call(`GET /conversations/${id}`)).state !== "idle") await pause(100);
  const cut = await call("POST /conversations", { title: "A story that was cut off" });
  await call(`POST /conversations/${cut.id}/messages`, { text: "Tell me a long story about an owl" });
}

async function writeThings() {
  await call("POST /agents", { slug: "keeper", name: "Keeper", instructions: "You keep things." });
  await call("POST /memory/items", { content: "The key is under the mat." });
  await call("POST /schedules", {
    kind: "cron",
    name: "Weekly",
    text: "Look.",
    time_zone: "UTC",
    cron: "0 9 * * 1",
  });
}

/** A standing wish, a set of turns with its run, and a research run with its report. */
async function writeWork() {
  const said = await call("POST /chat", { message: "From now on, always answer me in short sentences." });
  const set = await call("POST /replay-sets", { name: "Before a change" });
  await call(`POST /replay-sets/${set.id}/turns`, {
    conversation_id: said.conversation_id,
    message_id: said.message_id,
  });
  await call(`POST /replay-sets/${set.id}/runs`, { agent: "keeper" });
  const { id } = await call("POST /research", { question: "What do nightjars eat?", ceiling_usd: 1 });
  while ((await call(`GET /research/${id}`)).state !== "completed") await pause(200);
  while ((await call(`GET /replay-sets/${set.id}/runs`)).items[0].status === "running") await pause(200);
}

await writeThings();
await writeWork();
await writeConversations();
console.log("Written, but for the last answer: kill it now.");
