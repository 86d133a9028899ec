import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import { deployConfig } from "../../../scripts/deploy/deploy-config.mjs";
import { deploy, queueNames } from "../../../scripts/deploy/steps.mjs";
import { vectorIndexOf } from "../../../scripts/deploy/vector-index.mjs";

const VARS = { ADMIN_TOKEN: "admin-token-0123456789", OPENAI_API_KEY: "a$b" };

/** A wrangler of which the named commands fail, and others answer with JSON. */
function account(failing: string[], answers: Record<string, unknown> = {}) {
  const calls: string[] = [];
  const secrets: unknown[] = [];
  const wrangler = async (args: string[], options: { secrets?: Record<string, string> } = {}) => {
    const call = args.join(" ");
    calls.push(call);
    if (options.secrets) secrets.push(options.secrets);
    const ok = !failing.some((start) => call.startsWith(start));
    const answer = Object.entries(answers).find(([start]) => call.startsWith(start))?.[1];
    if (answer !== undefined) return { ok, output: JSON.stringify(answer, null, 2) };
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
      // Nightjar's Worker is bound to it.
      "deploy --config wrangler.reader.toml --minify",
      "deploy --config .wrangler.deploy.toml",
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
    expect(calls.filter((call) => call.startsWith("deploy"))).toEqual([]);
  });
});

describe("the vector index", () => {
  const vars = { ...VARS, VECTORIZE_ENABLED: "true", EMBEDDING_MODEL: "workers-ai/@cf/baai/bge-m3" };
  const isVectorize = (call: string) => call.startsWith("vectorize");

  it("is made with the model's dimensions and its metadata index, before the upload", async () => {
    const { calls, wrangler } = account(["vectorize get"]);
    await deploy(wrangler, () => vars);
    expect(calls.filter(isVectorize)).toEqual([
      "vectorize get nightjar-memory-1024 --json",
      "vectorize create nightjar-memory-1024 --dimensions 1024 --metric cosine --update-config=false",
      "vectorize list-metadata-index nightjar-memory-1024 --json",
      "vectorize create-metadata-index nightjar-memory-1024 --propertyName source --type string",
    ]);
    expect(calls.findLastIndex(isVectorize)).toBeLessThan(
      calls.findIndex((call) => call.startsWith("deploy")),
    );
  });

  it("is refused by name when its setting is neither true nor false", async () => {
    const { calls, wrangler } = account([]);
    const odd = { ...vars, VECTORIZE_ENABLED: "yes" };
    await expect(deploy(wrangler, () => odd)).rejects.toThrow(
      'VECTORIZE_ENABLED is "yes" in .prod.vars: give one of true, false.',
    );
    expect(calls.filter((call) => call.startsWith("deploy"))).toEqual([]);
  });

  it("that is there is left alone, and gets its metadata index when it has none", async () => {
    const kind = { config: { dimensions: 1024, metric: "cosine" } };
    const has = (indexes: object[]) =>
      account([], { "vectorize get": kind, "vectorize list-metadata-index": indexes });
    const whole = has([{ propertyName: "source", indexType: "string" }]);
    await deploy(whole.wrangler, () => vars);
    expect(whole.calls.filter((call) => call.startsWith("vectorize create"))).toEqual([]);
    const bare = has([{ propertyName: "other", indexType: "string" }]);
    await deploy(bare.wrangler, () => vars);
    expect(bare.calls.filter((call) => call.startsWith("vectorize create"))).toEqual([
      "vectorize create-metadata-index nightjar-memory-1024 --propertyName source --type string",
    ]);
  });

  it("of another kind stops the deployment before anything is uploaded", async () => {
    const kind = { config: { dimensions: 768, metric: "euclidean" } };
    const { calls, wrangler } = account([], { "vectorize get": kind });
    await expect(deploy(wrangler, () => vars)).rejects.toThrow(/768 dimensions and the metric euclidean/);
    expect(calls.filter((call) => call.startsWith("deploy"))).toEqual([]);
  });

  it.each([
    [{ EMBEDDING_MODEL: "" }, /EMBEDDING_MODEL is not set/],
    [{ EMBEDDING_MODEL: "ollama/a-new-one" }, /set EMBEDDING_DIMENSIONS/],
    [{ EMBEDDING_DIMENSIONS: "many" }, /set EMBEDDING_DIMENSIONS/],
    [{ EMBEDDING_MODEL: "openai/text-embedding-3-large" }, /up to 1536 numbers.*have 3072/],
  ])("with %o is refused before anything is made", async (change, problem) => {
    const { calls, wrangler } = account(["d1 info"]);
    await expect(deploy(wrangler, () => ({ ...vars, ...change }))).rejects.toThrow(problem);
    expect(calls).toEqual(["whoami --json"]);
  });

  it("takes the dimensions of a model that is not known from a setting", () => {
    const told = { ...vars, EMBEDDING_MODEL: "ollama/a-new-one", EMBEDDING_DIMENSIONS: "512" };
    expect(vectorIndexOf(told, undefined)).toEqual({ name: "nightjar-memory-512", dimensions: 512 });
    expect(vectorIndexOf(vars, "my-index")).toEqual({ name: "my-index", dimensions: 1024 });
    expect(vectorIndexOf(VARS, undefined)).toBeUndefined();
  });
});

describe("the configuration of the upload", () => {
  it("adds the bindings that only an account has, and none that is there already", () => {
    const text = 'name = "nightjar"\n\n[observability]\nenabled = true\n';
    const made = deployConfig(text, parse(text), { name: "nightjar-memory-1024" });
    expect(parse(made)).toEqual({
      minify: true,
      upload_source_maps: true,
      name: "nightjar",
      observability: { enabled: true },
      ai: { binding: "AI" },
      browser: { binding: "BROWSER" },
      vectorize: [{ binding: "VECTORIZE", index_name: "nightjar-memory-1024" }],
    });
    expect(deployConfig(made, parse(made), { name: "nightjar-memory-1024" })).toBe(made);
    expect(parse(deployConfig(text, parse(text), undefined))).not.toHaveProperty("vectorize");
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
