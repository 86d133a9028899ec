import { describe, expect, it } from "vitest";
import { until } from "../support/process/until.ts";
import { ChatView } from "./support/browser.ts";
import { scriptedStage } from "./support/scripted-stage.ts";

const stage = scriptedStage();

/** A page that tries each way out that is known, and then says what it has reached. */
const HOSTILE = `<p>Shown</p><script>
  const inner = "<script>top.postMessage('ran', '*')</" + "script>";
  const frame = document.createElement("iframe");
  frame.srcdoc = inner;
  document.body.append(frame);
  let reached = [];
  try { document.cookie && reached.push("cookie"); } catch { }
  try { localStorage.length; reached.push("storage"); } catch { }
  try { top.document.title; reached.push("page"); } catch { }
  try { new RTCPeerConnection(); reached.push("peer"); } catch { }
  new Image().src = "https://out.invalid/image";
  fetch("https://out.invalid/fetch").then(() => reached.push("fetch"), () => {});
  fetch("/api/v1/me").then(() => reached.push("api"), () => {});
  window.open("https://out.invalid/window");
  setTimeout(() => {
    top.postMessage("reached " + reached.join() + " of " + frames.length + " frames", "*");
    location = "https://out.invalid/page";
  }, 500);
</script><iframe srcdoc="<script>top.postMessage('ran', '*')</script>"></iframe>`;

describe("a preview", () => {
  it("shows a page that runs, beside the conversation, and lets nothing of it out", async () => {
    const voice = stage.model.voice("Draw me a page");
    voice.script((answer) => answer.text(`Here:\n\n\`\`\`html\n${HOSTILE}\n\`\`\`\n`));
    const chat = await ChatView.open(stage.context);
    const { page } = chat;
    const asked: string[] = [];
    await stage.context.route("https://out.invalid/**", (route) => {
      asked.push(route.request().url());
      return route.abort();
    });
    const heard: unknown[] = [];
    await page.exposeFunction("tellTest", (data: unknown) => void heard.push(data));
    await page.evaluate("addEventListener('message', (event) => tellTest(event.data))");
    const calls = page.waitForRequest((request) => request.url().endsWith("/preview"));
    await chat.say("Draw me a page");
    await chat.finished();
    await page.getByRole("button", { name: "Preview", exact: true }).click();
    await calls;
    await until(
      () => Promise.resolve(heard),
      (all) => all.some((data) => String(data).startsWith("reached")),
    );
    await page.getByRole("complementary", { name: "Preview of HTML" }).press("Escape");
    await page.locator("iframe").waitFor({ state: "detached" });
    expect(asked).toEqual([]);
    await stage.context.unroute("https://out.invalid/**");
    expect(heard.filter((data) => typeof data === "string")).toEqual(["reached  of 0 frames"]);
  });

  it("follows a file that is written again, and keeps its earlier versions", async () => {
    const voice = stage.model.voice("Keep a list of birds");
    voice.script(
      (answer) => answer.tool("write", { path: "birds.csv", content: "bird,seen\nowl,1\n" }),
      (answer) => answer.text("Kept."),
      (answer) => answer.tool("write", { path: "birds.csv", content: "bird,seen\nowl,2\n" }),
      (answer) => answer.text("Counted."),
    );
    const chat = await ChatView.open(stage.context);
    await chat.say("Keep a list of birds");
    await chat.reads("Kept.");
    const panel = chat.page.getByRole("complementary", { name: "Preview of birds.csv" });
    await panel.getByRole("row", { name: "owl 1" }).waitFor();
    await chat.say("One more owl");
    await panel.getByRole("row", { name: "owl 2" }).waitFor();
    await panel.getByRole("radio", { name: "Versions" }).check();
    await panel.getByRole("button", { name: "View version 1" }).click();
    await panel.getByRole("row", { name: "owl 1" }).waitFor();
  });

  it("is edited in place: the agent is told, works on the new text, and each version can be taken back", async () => {
    const voice = stage.model.voice("Plan the garden");
    voice.script(
      (answer) => answer.tool("write", { path: "garden.md", content: "# Garden\n\nBuy seeds.\n" }),
      (answer) => answer.text("Planned."),
      (answer) => answer.tool("edit", { path: "garden.md", old_text: "Sow peas.", new_text: "Sow beans." }),
      (answer) => answer.text("Changed."),
    );
    const chat = await ChatView.open(stage.context);
    const { page } = chat;
    await chat.say("Plan the garden");
    const panel = page.getByRole("complementary", { name: "Preview of garden.md" });
    await panel.getByRole("heading", { name: "Garden", exact: true }).waitFor();
    await chat.finished();
    await panel.getByRole("radio", { name: "Edit" }).check();
    const field = panel.getByLabel("Text of garden.md");
    await field.fill("# Garden\n\nSow peas.\n");
    await field.press("Control+s");
    await page.getByText(/edited garden\.md \(version 2\)\.$/).waitFor();
    for (const key of ["Control+Home", "ArrowDown", "ArrowDown", "Shift+End"]) await field.press(key);
    await panel.getByRole("button", { name: "Ask for a change here" }).click();
    await expect.poll(() => chat.message.inputValue()).toBe("In garden.md, line 3:\n> Sow peas.\n\n");
    await chat.message.press("End");
    await chat.say(`${await chat.message.inputValue()}Beans, please`);
    await expect.poll(() => field.inputValue()).toBe("# Garden\n\nSow beans.\n");
    expect(JSON.stringify(voice.requests.at(-1))).toContain("-Buy seeds.");
    await page.reload();
    await page.getByRole("button", { name: "garden.md" }).first().click();
    await panel.getByRole("radio", { name: "Versions" }).check();
    await panel.getByText("Version 3").waitFor();
    await panel.getByRole("button", { name: "Compare version 2 with now" }).click();
    await panel.getByText("+ Sow beans.").waitFor();
    await panel.getByRole("button", { name: "Restore version 2" }).click();
    await panel.getByText("Version 4").waitFor();
  });

  it("opens a cited file at the passage that an answer rests on, by its number and by its address", async () => {
    const owls = `${"Owls are birds of the night.\n".repeat(400)}A barn owl weighs 430 g and nests in towers.\n${"They fly.\n".repeat(400)}`;
    const voice = stage.model.voice("Weigh the owl");
    voice.script(
      (answer) => answer.tool("write", { path: "owls.md", content: owls }),
      (answer) => answer.tool("read", { path: "owls.md" }),
      (answer) => answer.text("Barn owls weigh 430 g [1]. In code: `[1]`."),
    );
    const chat = await ChatView.open(stage.context);
    const { page } = chat;
    await chat.say("Weigh the owl");
    await chat.finished();
    const chip = chat.newest.getByRole("button", { name: "Source 1: owls.md" });
    await chat.newest.getByRole("list", { name: "Sources" }).getByText("owls.md").waitFor();
    expect(await chat.newest.locator(".say code").innerText()).toBe("[1]");
    await chip.hover();
    await page.locator("blockquote", { hasText: "A barn owl weighs 430 g and nests in towers." }).waitFor();
    await chip.press("Enter");
    const reader = page.getByRole("dialog", { name: "owls.md" });
    const mark = reader.locator("mark");
    await expect.poll(() => mark.innerText()).toBe("A barn owl weighs 430 g and nests in towers.");
    await page.reload();
    await mark.waitFor();
    await expect.poll(() => mark.evaluate((node) => node.getBoundingClientRect().top)).toBeGreaterThan(0);
    await page.keyboard.press("Escape");
    await reader.waitFor({ state: "detached" });
    await expect.poll(() => new URL(page.url()).hash).toBe("");
  });
});
