import { describe, expect, it } from "vitest";
import type { House } from "../../../src/app/house.ts";
import { definePart } from "../../../src/app/part.ts";
import { KERNEL } from "../../../src/app/services/kernel.ts";
import { MEDIA } from "../../../src/app/services/media.ts";
import { PEOPLE } from "../../../src/app/services/people.ts";
import { pick, SealedServices, serviceReader } from "../../../src/app/services/sealed.ts";

const all = {
  now: () => 7,
  ids: "ids",
  synthesize: undefined,
  people: { sessions: {} },
  env: { DB: "rows" },
};
const house = all as unknown as House;

describe("the services of a part", () => {
  it("are those of the groups that it names, and no others", () => {
    const services = pick(house, [KERNEL, MEDIA]);
    expect(services.now()).toBe(7);
    expect(Object.keys(services).toSorted()).toEqual([...KERNEL.names, ...MEDIA.names].toSorted());
    expect(services).not.toHaveProperty("people");
    expect(services).not.toHaveProperty("env");
  });

  it("are read from a request by those groups, once for each Worker", () => {
    const sealed = new SealedServices(house);
    const servicesOf = serviceReader(PEOPLE);
    const context = { get: () => sealed };
    expect(servicesOf(context).people).toBe(all.people);
    expect(servicesOf(context)).toBe(servicesOf(context));
  });

  it("do not compile into another part's sessions, tables or secrets", () => {
    const speech = serviceReader(KERNEL, MEDIA);
    const reach = (context: { get(name: "services"): SealedServices }) => {
      const services = speech(context);
      // @ts-expect-error: who is signed in belongs to people, whose group speech does not name
      services.people.sessions.byToken("token");
      // @ts-expect-error: the database belongs to nobody who did not name the platform
      services.env.DB.exec("DELETE FROM persons");
      // @ts-expect-error: a request carries its services sealed
      context.get("services").memory;
      return services.synthesizer;
    };
    expect(() => reach({ get: () => new SealedServices(house) })).toThrow(TypeError);
  });

  it("are what a part is opened with", () => {
    const part = definePart<{ at: number }, readonly [typeof KERNEL]>({
      name: "clockwork",
      needs: [KERNEL],
      // @ts-expect-error: memory is of a group that the part does not name
      open: ({ now, memory }) => ({ verbs: { at: memory ? 0 : now() } }),
    });
    expect(part.open?.(pick(house, part.needs ?? []) as never).verbs).toEqual({ at: 7 });
  });
});
