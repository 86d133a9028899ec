/** The model in a process of its own, so that the client's work does not slow it. */
import { fileURLToPath } from "node:url";
import { freePort } from "../targets/free-port.ts";
import { startCommand } from "../targets/processes.ts";

const MODEL = fileURLToPath(new URL("./model.ts", import.meta.url));

export async function startModel(): Promise<{ url: string; stop(): void }> {
  const port = await freePort();
  const { child } = await startCommand(process.execPath, ["--no-warnings", MODEL], {
    cwd: process.cwd(),
    env: { ...process.env, PORT: String(port) },
    ready: /model is up/,
  });
  return { url: `http://127.0.0.1:${port}/v1`, stop: () => void child.kill() };
}
