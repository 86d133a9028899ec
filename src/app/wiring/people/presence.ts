/** Tells the objects of people about changes to their rights, for all connections that they have open. */
import type { PersonPorts } from "../../../../durable-objects/person/ports.ts";
import type { Log } from "../../../observability/log-port.ts";
import type { People } from "../../../storage/d1/people/people.ts";
import type { Env } from "../../env.ts";
import type { House } from "../../house.ts";
import { conversationStub, personStub } from "../../objects/stubs.ts";
import type { Presence } from "../../services/people.ts";
import { overrideMethods } from "./override-methods.ts";

export function wirePresence(env: Env, log: Log): Presence {
  return {
    async changing(person, change) {
      const stub = personStub(env, person);
      const quietly = (step: Promise<void>) =>
        step.catch((problem: unknown) => log.error("change_not_told", { person, problem: String(problem) }));
      // If this isolate dies before the last line, the person's object goes on by itself.
      await quietly(stub.expect());
      const made = await change();
      await quietly(stub.changed());
      return made;
    },
  };
}

/** Wraps the stores of people so that every change of somebody's rights acts on their open connections. */
export function watchedPeople(people: People, presence: Presence): People {
  const { sessions, apiKeys, connectedApps, persons } = people;
  const { changing } = presence;
  const changingAll = changingEach(presence);
  return {
    ...people,
    sessions: overrideMethods(sessions, {
      revoke: async (id, owner) => {
        const holder = (await sessions.byId(id))?.person.id ?? owner;
        return changing(holder, () => sessions.revoke(id, owner));
      },
      revokeAll: async (owner, but) => {
        const holders = new Set([owner, ...(await sessions.of(owner)).map((session) => session.owner)]);
        return changingAll([...holders], () => sessions.revokeAll(owner, but));
      },
    }),
    apiKeys: overrideMethods(apiKeys, {
      revoke: async (id, owner) => {
        const holder = owner ?? (await apiKeys.byId(id))?.person.id;
        const revoke = () => apiKeys.revoke(id, owner);
        return holder === undefined ? revoke() : changing(holder, revoke);
      },
    }),
    connectedApps: overrideMethods(connectedApps, {
      disconnect: async (id, owner) => {
        const holder = owner ?? (await connectedApps.byId(id))?.person.id;
        const disconnect = () => connectedApps.disconnect(id, owner);
        return holder === undefined ? disconnect() : changing(holder, disconnect);
      },
    }),
    persons: overrideMethods(persons, {
      change: (id, change) => {
        const isAboutRights = change.role !== undefined || change.disabled !== undefined;
        return isAboutRights ? changing(id, () => persons.change(id, change)) : persons.change(id, change);
      },
      remove: (id) => changing(id, () => persons.remove(id)),
    }),
  };
}

/** One change to the rights of several people. */
function changingEach({ changing }: Presence) {
  return function all<T>([first, ...others]: readonly string[], change: () => Promise<T>): Promise<T> {
    return first === undefined ? change() : changing(first, () => all(others, change));
  };
}

/** Ports of a person's object. */
export function personPorts({ env, now, log, people, inbox, push }: House): PersonPorts {
  return {
    now,
    log,
    recheck: (conversation, person) => conversationStub(env, conversation).recheck(person),
    standing: (principal) => people.standing(principal),
    news: (person, conversations) => inbox.newsOf(person, conversations),
    push: (to, notice, contact) => push.send(to, notice, contact),
    listed: (person, conversations) => inbox.some(person, conversations),
  };
}

/** The port by which a conversation tells a person's object that they opened or left it. */
export function presencePort(env: Env) {
  return {
    arrived: (person: string, conversation: Parameters<typeof conversationStub>[1]) =>
      personStub(env, person).arrived(conversation),
    left: (person: string, conversation: Parameters<typeof conversationStub>[1]) =>
      personStub(env, person).left(conversation),
  };
}
