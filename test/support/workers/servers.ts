/** The outside world of the workers' tests: a chat platform and a model, on the loopback. Runs on Node, once. */
import type { TestProject } from "vitest/node";
import { startToldModel } from "../model-wire/told-model.ts";
import { startOidcProvider } from "../oidc/provider.ts";
import { startTestChannel } from "../test-channel/server.ts";
import { Gates, startGates } from "./gates.ts";
import "./provided.ts";

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const channel = await startTestChannel();
  const gates = new Gates();
  const model = await startToldModel(Number(process.env["TOLD_MODEL_PORT"] ?? 0), (name) => gates.pass(name));
  const gateServer = await startGates(gates);
  const oidc = await startOidcProvider({
    port: Number(process.env["OIDC_PORT"] ?? 0),
    secret: "test-oidc-secret",
  });
  project.provide("testChannelUrl", channel.url);
  project.provide("toldModelUrl", model.url);
  project.provide("gatesUrl", gateServer.url);
  return async () => {
    await channel.close();
    await model.close();
    await gateServer.close();
    await oidc.close();
  };
}
