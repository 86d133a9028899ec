/** Files of an answer, for programs that read it as text. */
import { type MediaPart, type Part, textOf } from "../../../src/domain/message.ts";
import { oneLine } from "../../../src/domain/text/hidden-text.ts";

export interface AnswerFile {
  type: MediaPart["type"];
  /** `GET /files/{file_id}` serves it. */
  file_id: string;
  media_type: string;
  name: string | null;
}

/** Files that the answer shows to people; those that tools showed to the model alone are left out. */
export function filesOfAnswer(parts: readonly Part[]): AnswerFile[] {
  const files = parts.flatMap((part): AnswerFile[] => {
    if (!isFile(part) || part.call_id !== undefined) return [];
    const { type, file_id, media_type, name = null } = part;
    return [{ type, file_id, media_type, name }];
  });
  return files.filter(({ file_id }, at) => files.findIndex((file) => file.file_id === file_id) === at);
}

/** The words of an answer; the names of its files where it has no words. */
export function wordsOfAnswer(parts: readonly Part[]): string {
  return textOf(parts) || filesInWords(filesOfAnswer(parts));
}

/** Words in the place of an answer that has files alone: `[image: sunset.png]`. */
export function filesInWords(files: readonly AnswerFile[]): string {
  return files.map(({ type, name, file_id }) => `[${type}: ${oneLine(name ?? file_id)}]`).join("\n");
}

function isFile(part: Part): part is MediaPart {
  return part.type === "image" || part.type === "audio" || part.type === "file";
}
