import { describe, expect, it } from "vitest";
import { deploy, queueNames } from "../../../scripts/deploy/steps.mjs";

const VARS = { ADMIN_TOKEN: "admin-token-0123456789", OPENAI_API_KEY: "a$b" };

/** A wrangler of which the named commands fail. */
function account(failing: string[]) {
  const calls: string[] = [];
  const secrets: unknown[] = [];
  const wrangler = async (args: string[], options: { secrets?: Record<string, string> } = {}) => {
    const call = args.join(" ");
    calls.push(call);
    if (options.secrets) secrets.push(options.secrets);
    const ok = !failing.some((start) => call.startsWith(start));
    return { ok, output: ok ? "Deployed\n  https://nightjar.me.workers.dev\nCurrent Version" : "it says no" };
  };
  return { calls, secrets, wrangler };
}

describe("a deployment", () => {
  it("makes what is missing, migrates before it uploads, and finds the address", async () => {
    const { calls, secrets, wrangler } = account(["d1 info"]);
    expect(await deploy(wrangler, () => VARS)).toEqual({
      url: "https://nightjar.me.workers.dev",
      token: VARS.ADMIN_TOKEN,
    });
    const order = calls.filter((call) => !call.startsWith("queues"));
    expect(order).toEqual([
      "whoami --json",
      "d1 info nightjar --json",
      "d1 create nightjar --update-config=false",
      "d1 migrations apply DB --remote",
      "deploy",
    ]);
    expect(secrets).toEqual([VARS]);
  });

  it("leaves alone what is there", async () => {
    const { calls, wrangler } = account([]);
    await deploy(wrangler, () => VARS);
    expect(calls.filter((call) => call.includes("create"))).toEqual([]);
  });

  it("makes no secrets and touches nothing without an account", async () => {
    const { calls, wrangler } = account(["whoami"]);
    const deployed = deploy(wrangler, () => {
      throw new Error("asked for secrets");
    });
    await expect(deployed).rejects.toThrow(/not logged in.*npx wrangler login/);
    expect(calls).toEqual(["whoami --json"]);
  });

  it("does not upload when the migrations fail, and passes on why", async () => {
    const { calls, wrangler } = account(["d1 migrations"]);
    await expect(deploy(wrangler, () => VARS)).rejects.toThrow(
      /could not be brought up to date\.\nit says no/,
    );
    expect(calls).not.toContain("deploy");
  });
});

it("names each queue once, dead letters first", () => {
  const consumers = [
    { queue: "jobs-interactive", dead_letter_queue: "jobs-dead" },
    { queue: "jobs-background", dead_letter_queue: "jobs-dead" },
  ];
  const producers = [{ queue: "jobs-interactive" }, { queue: "jobs-background" }];
  expect(queueNames({ producers, consumers })).toEqual(["jobs-dead", "jobs-interactive", "jobs-background"]);
  expect(queueNames({})).toEqual([]);
});
