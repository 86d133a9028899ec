/** All data of one owner, one file at a time, in archive order. */

import { agentFile } from "../../agents/agent-file.ts";
import { AppError } from "../../domain/errors.ts";
import { trustId } from "../../domain/ids.ts";
import type { Principal } from "../../domain/principal.ts";
import { type ArchiveFile, jsonFile, textFile } from "../../export/archive.ts";
import type { Scope } from "../../memory/ports/model.ts";
import { PROMPTS } from "../../prompts/verbs.ts";
import { SCHEDULES } from "../../schedules/verbs.ts";
import { wholeConversation } from "../conversations/whole-conversation.ts";
import { conversationStub } from "../objects/stubs.ts";
import { records } from "./records.ts";
import type { Services } from "./services.ts";

const PAGE = 500;

/**
 * Throws an AppError if any of it cannot be read: an archive that silently lacks a part is worse than none.
 */
export async function* ownedFiles(services: Services, principal: Principal): AsyncGenerator<ArchiveFile> {
  yield* ofThemselves(services, principal);
  yield* agents(services, principal);
  yield* conversations(services, principal);
  yield* memory(services, principal.owner);
  yield* workspace(services, principal.owner);
  yield* uploads(services, principal.owner);
  yield* records(services, principal.owner);
}

async function* ofThemselves(services: Services, { owner }: Principal): AsyncGenerator<ArchiveFile> {
  const { people, rooms, now } = services;
  const [person, preferences, identities, prompts, schedules, all] = await Promise.all([
    people.persons.get(owner),
    people.preferences.get(owner),
    people.identities.of(owner),
    services.verbs(PROMPTS).list(owner),
    services.verbs(SCHEDULES).of(owner).list(),
    rooms.list(),
  ]);
  const exported_at = new Date(now()).toISOString();
  yield jsonFile("person.json", {
    format: "nightjar-export/1",
    exported_at,
    person,
    preferences,
    identities,
  });
  yield jsonFile("prompts.json", prompts);
  yield jsonFile(
    "schedules.json",
    schedules.map(({ schedule }) => schedule),
  );
  yield jsonFile(
    "rooms.json",
    all.filter((room) => room.owner === owner),
  );
}

async function* agents({ agents }: Services, { owner }: Principal): AsyncGenerator<ArchiveFile> {
  for (const agent of await agents.list())
    if (agent.owner === owner) yield textFile(`agents/${agent.slug}.md`, agentFile(agent));
}

async function* conversations(
  { env, conversations }: Services,
  principal: Principal,
): AsyncGenerator<ArchiveFile> {
  for (const row of await conversations.ids(principal.owner)) {
    const id = trustId<"cnv">(row);
    try {
      const whole = await wholeConversation({ id, stub: conversationStub(env, id), principal }, "json");
      yield textFile(`conversations/${id}.json`, whole);
    } catch (problem) {
      // The conversation was deleted while the archive was written.
      if (!(problem instanceof AppError) || problem.kind !== "resource_not_found") throw problem;
    }
  }
}

async function* memory({ memory }: Services, owner: string): AsyncGenerator<ArchiveFile> {
  const scopes = new Set<Scope>(["person", ...(await memory.passages.scopes(owner))]);
  const lines: string[] = [];
  for await (const line of memory.exported(owner, [...scopes])) lines.push(JSON.stringify(line));
  yield textFile("memory.jsonl", lines.map((line) => `${line}\n`).join(""));
}

async function* workspace({ workspace }: Services, owner: string): AsyncGenerator<ArchiveFile> {
  for (const path of await workspace.paths(owner, "")) {
    const file = await workspace.read(owner, path);
    if (file) yield { path: `workspace/${path}`, bytes: file.bytes };
  }
}

/** Named by their ids, as messages refer to them; their own names may be anything. */
async function* uploads({ files }: Services, owner: string): AsyncGenerator<ArchiveFile> {
  const listed: object[] = [];
  let cursor: string | undefined;
  do {
    const page = await files.list(owner, { limit: PAGE, ...(cursor !== undefined && { cursor }) });
    for (const { id, name, media_type, size, created_at } of page.files) {
      const file = await files.get(owner, id);
      if (!file) continue;
      listed.push({ id, name, media_type, size, created_at: new Date(created_at).toISOString() });
      yield { path: `files/${id}`, bytes: file.bytes };
    }
    cursor = page.cursor;
  } while (cursor !== undefined);
  yield jsonFile("files.json", listed);
}
