/** A picture that the model draws is a file of its answer. */
import { expect, it } from "vitest";
import { ask, type Stage } from "./stage.ts";

export function drawn(stage: () => Stage): void {
  it("answers with a picture alone", async () => {
    const { nightjar } = stage();
    const scripts = [(answer: { picture(bytes: string): void }) => answer.picture("a heron")];
    const { status, reply, files } = await ask(stage(), { name: "drawn", scripts });
    expect([status, reply]).toEqual(["completed", "[image: answer.png]"]);
    expect(files).toMatchObject([{ type: "image", media_type: "image/png", name: "answer.png" }]);
    const stored = await nightjar.fetch("GET", `/files/${files[0]?.file_id}`);
    expect(await stored.text()).toBe("a heron");
  });
}
