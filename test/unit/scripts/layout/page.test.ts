import { expect, it } from "vitest";
import { coreProject } from "../../../../scripts/check/layout/core-project.mjs";
import { BEGIN, END, withRooms } from "../../../../scripts/check/layout/page.mjs";

const rooms = {
  "src/app.ts": { sentence: "The routes.", may: ["src/agent", "src/domain/ids.ts"], packages: ["hono"] },
  "src/agent": { sentence: "The loop.", may: ["src/domain"], core: true as const },
  "src/agent/host.ts": { sentence: "The host.", may: [] },
  "src/domain": { sentence: "The words.", may: [], core: true as const },
};
const groups = [{ title: "All", root: "src", rooms }];

it("the page is made of the table, between what people wrote", () => {
  const page = withRooms(`# House\n${BEGIN}\nold\n${END}\nThe end.\n`, groups);
  expect(page).toBe(`# House
${BEGIN}

### All (names without a folder are in \`src\`)

| room | what it is | imports | packages |
| --- | --- | --- | --- |
| \`app.ts\` | The routes. | \`agent\` \`domain/ids.ts\` | \`hono\` |
| \`agent\` | The loop. | \`domain\` |  |
| \`agent/host.ts\` | The host. |  |  |
| \`domain\` | The words. |  |  |

### The floors: a room imports only from floors below its own

\`\`\`
 2  src/app.ts
 1  src/agent
 0  src/agent/host.ts  src/domain
\`\`\`

${END}
The end.
`);
  expect(withRooms(page, groups)).toBe(page);
});

it("the core that is compiled alone is the rooms of the core, without what inside them is not", () => {
  expect(coreProject(rooms)).toEqual({
    include: ["src/agent", "src/domain"],
    exclude: ["src/agent/host.ts"],
  });
});
