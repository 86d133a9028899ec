/** Content other than text (a place, a contact, a poll) as words that an agent can read. */
import { withLinks } from "./links.ts";
import type { Content } from "./update.ts";

export function describedContent(content: Content): string[] {
  const { sticker, contact, poll, dice, location, venue, game, invoice, checklist, story } = content;
  return [
    ...(sticker ? [`[Sticker${sticker.emoji ? ` ${sticker.emoji}` : ""}]`] : []),
    ...(location && !venue ? [`[Location: ${placeWords(location)}]`] : []),
    ...(venue
      ? [`[Place: ${venue.title}, ${venue.address}${location ? ` (${placeWords(location)})` : ""}]`]
      : []),
    ...(contact ? [`[Contact: ${nameOf(contact)}, ${contact.phone_number}]`] : []),
    ...(poll ? [`[Poll: ${poll.question} — ${poll.options.map(({ text }) => text).join(" / ")}]`] : []),
    ...(game ? [`[Game: ${titled(game)}]`] : []),
    ...(invoice ? [`[Invoice: ${titled(invoice)}]`] : []),
    ...(checklist
      ? [`[Checklist: ${checklist.title} — ${checklist.tasks.map(({ text }) => text).join(" / ")}]`]
      : []),
    ...(story
      ? [`[Story${story.chat?.title ? ` of ${story.chat.title}` : ""}, which bots cannot open]`]
      : []),
    ...(dice ? [`[${dice.emoji} rolled ${dice.value}]`] : []),
  ];
}

function titled({ title, description }: { title: string; description: string }): string {
  return description === "" ? title : `${title}, ${description}`;
}

function placeWords({
  latitude,
  longitude,
  live_period,
}: {
  latitude: number;
  longitude: number;
  live_period?: number | undefined;
}): string {
  return `${latitude}, ${longitude}${live_period === undefined ? "" : ", shared live"}`;
}

export function nameOf({
  first_name,
  last_name,
}: {
  first_name: string;
  last_name?: string | undefined;
}): string {
  return [first_name, last_name ?? ""].filter((name) => name !== "").join(" ");
}

/** The text of a quoted message, else a description of its content. */
export function gist(quoted: Content): string {
  const content = withLinks(quoted);
  const text = content.text ?? content.caption ?? "";
  const kinds = ["photo", "document", "video", "audio", "voice", "video_note"] as const;
  const file = kinds.find((kind) => content[kind] !== undefined);
  return [...describedContent(content), ...(file ? [`[${file.replace("_", " ")}]`] : []), text]
    .filter((words) => words !== "")
    .join(" ");
}
