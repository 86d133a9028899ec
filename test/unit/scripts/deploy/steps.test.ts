import { readdirSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { deployConfig, queueNames } from "../../../../scripts/deploy/deploy-config.mjs";
import { addressIn, deploy } from "../../../../scripts/deploy/steps.mjs";
import { worthReading } from "../../../../scripts/deploy/wrangler-words.mjs";
import { ACCOUNT, FakeCloudflare } from "../../../support/cloudflare/api.ts";
import { type Circumstances, placeFor, VARS } from "../../../support/cloudflare/place.ts";

const OTHER = "fedcba9876543210fedcba9876543210";

let cloudflare: FakeCloudflare;
beforeEach(async () => {
  cloudflare = await FakeCloudflare.start();
});
afterEach(() => cloudflare.close());

/** A try; what it wrote, and its end. */
async function tryToDeploy(circumstances: Circumstances = {}) {
  const { place, written, ...stand } = placeFor(cloudflare, circumstances);
  const ended = await deploy(place).then(
    (deployed) => ({ ...deployed, problem: "" }),
    (error: Error) => ({ url: undefined, token: undefined, problem: error.message }),
  );
  return { ...stand, ...ended, written: written() };
}

describe("a deployment", () => {
  it("makes what is missing, migrates before it uploads, and finds the address", async () => {
    const { calls, options, url, token, written } = await tryToDeploy();
    expect({ url, token }).toEqual({ url: "https://nightjar.me.workers.dev", token: VARS.ADMIN_TOKEN });
    expect(calls).toEqual([
      "auth token --json",
      "d1 execute DB --remote --yes --config .wrangler.deploy.toml --file",
      // Nightjar's Worker is bound to it.
      "deploy --config .wrangler.deploy.reader.toml --minify",
      expect.stringMatching(
        /^deploy --config \.wrangler\.deploy\.toml --tag d\d+-c\d+ --message Nightjar \d/,
      ),
    ]);
    expect(options.at(-1)).toEqual({ secrets: VARS, isAsking: false, account: ACCOUNT });
    expect(cloudflare.changes().slice(0, 5)).toEqual([
      "POST /d1/database",
      "POST /r2/buckets",
      "POST /queues",
      "POST /queues",
      "POST /queues",
    ]);
    // Dead letters first: a consumer that names them wants them there.
    expect(cloudflare.queues[0]?.queue_name).toBe("jobs-dead");
    expect(written).toMatch(/^Account \.\.\. Test Account\nDatabase nightjar \.\.\. made\n/);
    expect(written).toContain(
      `Migrations of the database ... ${readdirSync("d1-migrations").filter((name) => name.endsWith(".sql")).length} applied\n`,
    );
  });

  it("leaves alone what is there", async () => {
    await tryToDeploy();
    const before = cloudflare.changes().length;
    const { calls, written, problem } = await tryToDeploy();
    expect(problem).toBe("");
    const changes = cloudflare.changes().slice(before);
    expect(changes.filter((change) => !change.endsWith("/query"))).toEqual([]);
    expect(calls.filter((call) => call.startsWith("d1"))).toEqual([]);
    expect(written).toContain("Migrations of the database ... up to date\n");
  });

  it("makes no secrets and touches nothing without a login, and passes on what wrangler says", async () => {
    const script = { auth: { ok: false, output: "Not logged in. Please run `wrangler login`." } };
    const readVars = () => {
      throw new Error("asked for secrets");
    };
    const { problem } = await tryToDeploy({ script, readVars });
    expect(problem).toMatch(/no login to Cloudflare.*npx wrangler login/);
    expect(problem).toContain("Not logged in. Please run");
    expect(cloudflare.calls).toEqual([]);
  });

  it("does not upload when the migrations fail, and passes on why, once", async () => {
    const script = { "d1 execute": { ok: false, output: "near X: syntax error" } };
    const { calls, problem, written } = await tryToDeploy({ script });
    expect(problem).toMatch(
      /could not be brought up to date; nothing was uploaded\.\nwrangler says:\nnear X/,
    );
    expect(calls.filter((call) => call.startsWith("deploy"))).toEqual([]);
    expect(written).toMatch(/Migrations of the database \.\.\. failed\n$/);
    expect(written).not.toContain("syntax error");
  });
});

describe("before anything is made", () => {
  async function stopped(circumstances: Circumstances = {}) {
    const { problem, calls } = await tryToDeploy(circumstances);
    expect(cloudflare.changes()).toEqual([]);
    expect(calls).toEqual(["auth token --json"]);
    return problem;
  }

  it("a token that has expired is told from one that is not there", async () => {
    const script = { auth: { stdout: JSON.stringify({ type: "api_token", token: "an old one" }) } };
    const problem = await stopped({ script });
    expect(problem).toMatch(/refuses this login: Invalid access token \[code: 9109\]/);
    expect(problem).toContain("expired");
    // An account that is named saves asking for the list, and no more.
    expect(await stopped({ script, account: ACCOUNT })).toMatch(/refuses this login/);
  });

  it("a network that is not there is told as such, after some tries", async () => {
    cloudflare.close();
    expect(await stopped()).toMatch(/Cloudflare can't be reached: .*ECONNREFUSED/);
    cloudflare = await FakeCloudflare.start();
  });

  it("of several accounts it has to be said which", async () => {
    cloudflare.accounts.push({ id: OTHER, name: "Another" });
    const problem = await stopped();
    expect(problem).toContain(`${OTHER}  Another`);
    expect(problem).toContain(`npm run deploy -- --account ${ACCOUNT}`);
    expect((await tryToDeploy({ account: ACCOUNT })).problem).toBe("");
    expect((await tryToDeploy({ account: "Test Account" })).problem).toBe("");
  });

  it("an account id that nobody has is told", async () => {
    const message = "Could not route to it, perhaps your object identifier is invalid?";
    cloudflare.refusals.push({ at: "GET /accounts/nobody", status: 404, code: 7003, message });
    expect(await stopped({ account: "nobody" })).toBe(
      "There is no account nobody: correct --account or CLOUDFLARE_ACCOUNT_ID.",
    );
  });

  it("R2 that is off, and rights that are missing, are told all at once", async () => {
    const message = "Please enable R2 through the Cloudflare Dashboard.";
    cloudflare.refusals.push({ at: "GET /r2", status: 403, code: 10042, message });
    for (const at of ["GET /queues", "GET /d1"])
      cloudflare.refusals.push({ at, status: 403, code: 10000, message: "Authentication error" });
    const problem = await stopped();
    expect(problem).toContain(`https://dash.cloudflare.com/${ACCOUNT}/r2/overview`);
    expect(problem).toContain(message);
    expect(problem).toContain('lacks the right "Queues: Edit"');
    expect(problem).toContain('lacks the right "D1: Edit"');
    expect(problem).not.toContain("Workers Scripts");
  });

  it("an account without a subdomain of workers.dev is sent to choose one", async () => {
    cloudflare.workers.subdomain = undefined;
    expect(await stopped()).toContain(`https://dash.cloudflare.com/${ACCOUNT}/workers/onboarding`);
  });

  it("on a terminal wrangler asks for the subdomain", async () => {
    cloudflare.workers.subdomain = undefined;
    const { options, problem } = await tryToDeploy({ isTerminal: true });
    expect(problem).toBe("");
    expect(options.map(({ isAsking }) => isAsking)).toEqual([undefined, undefined, undefined, true]);
  });

  it("one answer of 500 is no reason to make a thing anew", async () => {
    await tryToDeploy();
    const before = cloudflare.changes().length;
    for (const at of ["GET /d1", "GET /queues", "GET /r2"])
      cloudflare.refusals.push({ at, status: 500, code: 1, message: "Internal", times: 1 });
    expect((await tryToDeploy()).problem).toBe("");
    expect(
      cloudflare
        .changes()
        .slice(before)
        .filter((change) => !change.endsWith("/query")),
    ).toEqual([]);
  });

  it("an answer of 500 again and again stops the deployment", async () => {
    cloudflare.refusals.push({ at: "GET /queues", status: 500, code: 1, message: "Internal" });
    expect(await stopped()).toMatch(/answered 500: Internal \[code: 1\]\n.*npm run deploy" again/);
  });
});

it("a right to look and not to make is told where it is missed", async () => {
  cloudflare.refusals.push({ at: "POST /r2", status: 403, code: 10000, message: "Authentication error" });
  const { problem } = await tryToDeploy();
  expect(problem).toMatch(/The bucket nightjar could not be made.*"Workers R2 Storage: Edit"/);
});

describe("the vector index", () => {
  const vars = { ...VARS, VECTORIZE_ENABLED: "true", EMBEDDING_MODEL: "workers-ai/@cf/baai/bge-m3" };
  const name = "nightjar-memory-1024";
  const readVars = () => vars;

  it("is made with the model's dimensions and its metadata index, before the upload", async () => {
    const { problem } = await tryToDeploy({ readVars });
    expect(problem).toBe("");
    expect(cloudflare.indexes.get(name)).toEqual({
      config: { dimensions: 1024, metric: "cosine" },
      metadataIndexes: [{ propertyName: "source", indexType: "string" }],
    });
  });

  it("that is there is left alone, and gets its metadata index when it has none", async () => {
    const config = { dimensions: 1024, metric: "cosine" };
    cloudflare.indexes.set(name, { config, metadataIndexes: [{ propertyName: "other" }] });
    await tryToDeploy({ readVars });
    await tryToDeploy({ readVars });
    expect(cloudflare.indexes.get(name)?.metadataIndexes).toHaveLength(2);
    expect(cloudflare.changes().filter((change) => change.includes("vectorize"))).toHaveLength(1);
  });

  it("of another kind stops the deployment before anything is uploaded", async () => {
    const config = { dimensions: 768, metric: "euclidean" };
    cloudflare.indexes.set(name, { config, metadataIndexes: [] });
    const { problem, calls } = await tryToDeploy({ readVars });
    expect(problem).toMatch(/768 dimensions and the metric euclidean/);
    expect(calls.filter((call) => call.startsWith("deploy"))).toEqual([]);
  });

  it.each([
    [{ VECTORIZE_ENABLED: "yes" }, /VECTORIZE_ENABLED is "yes" in \.prod\.vars: give one of true, false\./],
    [{ EMBEDDING_MODEL: "" }, /EMBEDDING_MODEL is not set/],
    [{ EMBEDDING_MODEL: "ollama/a-new-one" }, /set EMBEDDING_DIMENSIONS/],
    [{ EMBEDDING_DIMENSIONS: "many" }, /set EMBEDDING_DIMENSIONS/],
    [{ EMBEDDING_MODEL: "openai/text-embedding-3-large" }, /up to 1536 numbers.*have 3072/],
  ])("with %o is refused before anything is made", async (change, reason) => {
    const { problem } = await tryToDeploy({ readVars: () => ({ ...vars, ...change }) });
    expect(problem).toMatch(reason);
    expect(cloudflare.changes()).toEqual([]);
  });

  it("without its right is refused before anything is made", async () => {
    cloudflare.refusals.push({
      at: "GET /vectorize",
      status: 403,
      code: 10000,
      message: "Authentication error",
    });
    expect((await tryToDeploy({ readVars })).problem).toContain('"Vectorize: Edit"');
    expect(cloudflare.changes()).toEqual([]);
  });
});

describe("the configuration of the upload", () => {
  it("adds the bindings that only an account has, and none that is there already", () => {
    const config = { name: "nightjar", observability: { enabled: true } };
    const made = deployConfig(config, { name: "nightjar-memory-1024" });
    expect(made).toEqual({
      minify: true,
      upload_source_maps: true,
      name: "nightjar",
      observability: { enabled: true },
      ai: { binding: "AI" },
      browser: { binding: "BROWSER" },
      vectorize: [{ binding: "VECTORIZE", index_name: "nightjar-memory-1024" }],
    });
    expect(deployConfig(made, { name: "nightjar-memory-1024" })).toEqual(made);
    expect(deployConfig(config, undefined)).not.toHaveProperty("vectorize");
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

it("finds the address among what wrangler has put in place", () => {
  const cron = "schedule: * * * * *";
  expect(addressIn([cron, "https://nightjar.me.workers.dev"])).toBe("https://nightjar.me.workers.dev");
  expect(addressIn(["agents.example.com (custom domain)", cron])).toBe("https://agents.example.com");
  expect(addressIn([cron])).toBeUndefined();
});

describe("of wrangler's output", () => {
  it("the error is shown, and not what came before it", () => {
    const output =
      "Uploading\n + /index.html\n\n\u001b[31m✘ \u001b[41;97m[ERROR]\u001b[0m it says no\n\n  why\n🪵  Logs\n";
    expect(worthReading(output)).toBe("✘ [ERROR] it says no\n  why");
  });

  it("the files of the web app are not shown where there is no error", () => {
    expect(worthReading("Uploading\n + /index.html\n  + /assets/a.js\n\n")).toBe("Uploading");
  });
});
