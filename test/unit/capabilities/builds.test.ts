import { describe, expect, it } from "vitest";
import { CHAT, calls, rounds, says, wait } from "../../support/machine/rig.ts";
import { buildsWell, WELL, WISH, Workshop } from "./workshop.ts";

async function asked(workshop: Workshop): Promise<Workshop> {
  await workshop.family.parent.reader.connect();
  await workshop.family.parent.say("What is the weather in Oslo?");
  await workshop.family.timeline.pass(10_000);
  return workshop;
}

function shown({ family }: Workshop, type: string) {
  return family.parent.reader.events.filter((event) => event.type === type);
}

describe("a capability that is asked for", () => {
  it("is built while the agent goes on, and registered when a person has allowed its hosts", async () => {
    const workshop = await asked(new Workshop({ builder: buildsWell }));
    const { family } = workshop;
    expect(family.parent.said().at(-1)).toBe("assistant: It is being built.");
    expect(workshop.build).toMatchObject({
      status: "building",
      child_id: family.child.store.meta.conversation_id,
    });
    expect(shown(workshop, "approval")).toMatchObject([
      {
        call_id: "r1",
        tool: "register_capability",
        reason:
          "It would let the capability weather_lookup send data to api.open-meteo.com, while it is built and whenever it is used.",
      },
    ]);
    expect(workshop.catalog.versions.size).toBe(0);
    await family.parent.decide("r1", { decision: "once" });
    await family.timeline.pass(60_000);
    expect(workshop.catalog.versions.get(WISH.name)).toEqual([workshop.build.id]);
    expect(workshop.build).toMatchObject({
      status: "completed",
      version: 1,
      progress: "Writing it",
      steps: 6,
    });
    expect(family.parent.said().at(-1)).toBe("assistant: cap_weather_lookup is ready.");
    expect(family.parent.messages().at(-1)).toMatchObject({ agent: "builder", author: "Builder" });
  });

  it("is not registered when the person refuses, nor past a test that fails", async () => {
    const stubborn = new Workshop({
      builder: (request) =>
        rounds(request) === 0
          ? calls(["w1", "write_file", { path: "main.ts", content: "wrong" }])
          : rounds(request) < 3
            ? calls([`g${rounds(request)}`, "register_capability", {}])
            : says("I could not."),
    });
    await asked(stubborn);
    expect(stubborn.catalog.versions.size).toBe(0);
    expect(stubborn.build).toMatchObject({
      status: "failed",
      error: "The Builder ended without registering the capability.",
    });
    expect(stubborn.catalog.failed).toEqual([WISH.name]);

    const refused = await asked(new Workshop({ builder: buildsWell }));
    await refused.family.parent.decide("r1", { decision: "deny" });
    await refused.family.timeline.pass(60_000);
    expect(refused.catalog.versions.size).toBe(0);
    expect(refused.build.status).toBe("failed");
  });

  it("is registered by a call that names what it reaches, and by no other", async () => {
    const [writes, , , , registers] = WELL;
    const unnamed = calls(
      ["w3", "write_file", { path: "main.ts", content: "right" }],
      ["g1", "register_capability", {}],
    );
    const workshop = await asked(
      new Workshop({ builder: (request) => [writes, unnamed, registers][rounds(request)] ?? says("No.") }),
    );
    const { family } = workshop;
    expect(JSON.stringify(family.child.requests.at(-1)?.messages)).toContain(
      "package.json declares api.open-meteo.com.",
    );
    expect(shown(workshop, "approval")).toHaveLength(1);
  });

  it("asks the person where they are, waits at no cost, and goes on with the answer", async () => {
    const workshop = await asked(
      new Workshop({
        builder: (request) =>
          rounds(request) === 0
            ? calls(["q1", "ask_user", { question: "Celsius or Fahrenheit?" }])
            : says("Noted."),
      }),
    );
    expect(shown(workshop, "question")).toMatchObject([
      { call_id: "r1", question: "Celsius or Fahrenheit?" },
    ]);
    await workshop.family.timeline.pass(12 * 3_600_000);
    await workshop.runJobs();
    expect(workshop.build.status).toBe("building");
    await workshop.family.parent.answer("r1", "Celsius");
    await workshop.family.timeline.pass(60_000);
    expect(JSON.stringify(workshop.family.child.requests.at(-1)?.messages)).toContain("Celsius");
  });

  it("goes on without an answer after a day", async () => {
    const workshop = await asked(
      new Workshop({
        builder: (request) =>
          rounds(request) === 0
            ? calls(["q1", "ask_user", { question: "Which unit?" }])
            : says("I chose one."),
      }),
    );
    await workshop.family.timeline.pass(25 * 3_600_000);
    expect(workshop.family.parent.said().at(-1)).toBe("assistant: I chose one.");
  });

  it("goes on without an answer after a minute where the person speaks and waits to hear it", async () => {
    const workshop = new Workshop({
      builder: (request) =>
        rounds(request) === 0 ? calls(["q1", "ask_user", { question: "Which unit?" }]) : says("I chose one."),
    });
    const { parent, timeline } = workshop.family;
    await parent.reader.connect();
    await parent.say("What is the weather?", "client:1", { ...CHAT, is_live: true });
    await timeline.pass(50_000);
    expect(shown(workshop, "question")).toHaveLength(1);
    expect(parent.said().at(-1)).toBe("assistant: It is being built.");
    await timeline.pass(20_000);
    expect(parent.said().at(-1)).toBe("assistant: I chose one.");
  });

  it("that takes longer than ten minutes is given up, and both rows say so", async () => {
    const workshop = await asked(new Workshop({ builder: () => [wait(3_600_000), ...says("At last.")] }));
    await workshop.family.timeline.pass(11 * 60_000);
    expect(workshop.build.status).toBe("failed");
    expect(workshop.family.parent.said().at(-1)).toContain("took longer than it may");
  });

  it("is offered to no other conversation's model, and the Builder has no tool of the house", async () => {
    const workshop = await asked(new Workshop({ builder: buildsWell }));
    const names = (request: { tools: readonly { name: string }[] } | undefined) =>
      (request?.tools ?? []).map(({ name }) => name);
    expect(names(workshop.family.child.requests[0])).toEqual([
      "ask_user",
      "register_capability",
      "report_progress",
      "run_code",
      "run_command",
      "write_file",
    ]);
    expect(names(workshop.family.parent.requests[0])).not.toContain("register_capability");
  });
});
