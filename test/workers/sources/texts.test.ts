import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { trustId } from "../../../src/domain/ids.ts";
import { eraseObjectsOf } from "../../../src/storage/r2/erase-owner.ts";
import { R2SourceTexts } from "../../../src/storage/r2/source-texts.ts";

const { BUCKET } = env as unknown as { BUCKET: R2Bucket };
const texts = new R2SourceTexts(BUCKET);
const [FIRST, SECOND] = [trustId<"cnv">("cnv_first"), trustId<"cnv">("cnv_second")];

describe("the text of a source", () => {
  test("stays as long as one conversation uses it", async () => {
    const hash = await texts.put("usr_reader", FIRST, "What was read.");
    expect(await texts.put("usr_reader", SECOND, "What was read.")).toBe(hash);
    await texts.drop("usr_reader", FIRST, [hash]);
    expect(await texts.get("usr_reader", hash)).toBe("What was read.");
    await texts.drop("usr_reader", SECOND, [hash]);
    expect(await texts.get("usr_reader", hash)).toBeUndefined();
  });

  test("is its owner's alone, and goes with all that is theirs", async () => {
    const hash = await texts.put("usr_one", FIRST, "The same words.");
    await texts.put("usr_two", FIRST, "The same words.");
    await eraseObjectsOf(BUCKET, "usr_one", async () => undefined);
    expect(await texts.get("usr_one", hash)).toBeUndefined();
    expect(await texts.get("usr_two", hash)).toBe("The same words.");
  });
});
