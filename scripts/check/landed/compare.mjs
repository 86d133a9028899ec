/**
 * Compares stored forms with the record of those that have landed. Landed forms are in use: they keep their number and
 * form, and new ones get a number of their own.
 */

/** @typedef {import("./now.mjs").Landed} Landed */

/**
 * @param {Landed} landed
 * @param {Landed} now
 * @returns {{refused: string[], isRecorded: boolean}} each refusal says what to do
 */
export function compare(landed, now) {
  const refused = [
    ...conversation(landed, now),
    ...view(landed, now),
    ...changed(
      landed.objects,
      now.objects,
      "Objects made before keep the old form: give what is new a table of its own.",
    ),
    ...changed(landed.migrations, now.migrations, "It has run: write a new migration, and leave this one."),
  ];
  return { refused, isRecorded: JSON.stringify(landed) === JSON.stringify(now) };
}

/** @param {Landed} landed @param {Landed} now */
function conversation(landed, now) {
  const next = landed.version + 1;
  const early = Object.entries(now.conversation).flatMap(([name, description]) => {
    if (name in landed.conversation || sinceOf(description) >= next) return [];
    return [`${name} is new, and version ${landed.version} has landed: it comes since ${next}.`];
  });
  const words = "It keeps its number and its form: add a column instead, or a correction.";
  return [...changed(landed.conversation, now.conversation, words), ...early];
}

/** @param {Landed} landed @param {Landed} now */
function view(landed, now) {
  if (landed.view === now.view || now.version > landed.version) return [];
  return [
    `What a commit holds has changed, and version ${landed.version} has landed: say commitsSince: ${landed.version + 1}.`,
  ];
}

/**
 * @param {Record<string, string>} landed
 * @param {Record<string, string>} now
 * @param {string} words
 */
function changed(landed, now, words) {
  return Object.entries(landed).flatMap(([name, description]) => {
    if (!(name in now)) return [`${name} has landed and is gone. ${words}`];
    return now[name] === description ? [] : [`${name} has landed and is another now. ${words}`];
  });
}

/** @param {string} description */
function sinceOf(description) {
  return Number.parseInt(description, 10);
}
