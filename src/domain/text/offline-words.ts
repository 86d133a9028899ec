/**
 * Phrases of the offline model about itself and memory. They carry no information that a person gave, so
 * memory skips them.
 */

const OWN =
  /\b(?:From what I remember:|This is what I remember about |I will remember that:|I know nothing about |I am Nightjar's offline model\b|I could not find out: |For that I would need the tool |This is your reminder: |I have read nothing that answers |I research that now\.)/;

export function isOfflineWords(text: string): boolean {
  return OWN.test(text);
}
