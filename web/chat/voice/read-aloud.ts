/** Reads answers aloud: with the server if a provider is set up, else with the browser's own voice. */
import { recordingOf } from "../../api/conversations/speech.ts";
import { speech } from "./speech.ts";
import { spokenWords } from "./spoken-words.ts";

/** Most characters of one server call. */
const LONGEST_TEXT = 4_000;

/** Ends by itself, or by the returned function. `ended` is called once, either way. */
export function readAloud(text: string, ended: () => void): () => void {
  const plain = spokenWords(text).slice(0, LONGEST_TEXT);
  const player = new Audio();
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    player.pause();
    window.speechSynthesis?.cancel();
    ended();
  };
  void speech().then(async ({ speaks }) => {
    const recording = speaks ? await recordingOf(plain) : null;
    if (isOver) return;
    if (recording === null) return sayHere(plain, end);
    player.src = URL.createObjectURL(recording);
    player.addEventListener("ended", end);
    player.addEventListener("error", end);
    await player.play().catch(end);
  });
  return end;
}

function sayHere(text: string, end: () => void) {
  if (typeof speechSynthesis === "undefined") return end();
  const said = new SpeechSynthesisUtterance(text);
  said.addEventListener("end", end);
  said.addEventListener("error", end);
  speechSynthesis.speak(said);
}
