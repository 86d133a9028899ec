/**
 * Promises of the house, on an instance as `npm start` runs it: each feature has one case here, which fails when it is
 * dead in what is built, whatever the tests of its parts say.
 */
import { afterAll, beforeAll, describe } from "vitest";
import { channels } from "./channels.ts";
import { crisis } from "./crisis.ts";
import { documents } from "./documents.ts";
import { drawn } from "./drawn.ts";
import { imports } from "./imports.ts";
import { languages } from "./languages.ts";
import { openStage, type Stage } from "./stage.ts";
import { castOfTags, tags } from "./tags.ts";

let opened: Stage;
const stage = () => opened;
beforeAll(async () => {
  opened = await openStage();
  await castOfTags(opened);
});
afterAll(() => opened?.close());

describe.concurrent("a started instance", () => {
  languages(stage);
  documents(stage);
  drawn(stage);
  imports(stage);
  tags(stage);
  channels(stage);
  crisis(stage);
});
