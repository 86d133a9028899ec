/** Which models answer in words, by their names: lists of providers have all sorts among them. */

const OTHERS =
  /embed|minilm|rerank|moderation|whisper|transcribe|tts|speech|dall-e|gpt-image|imagen|veo-|sora|realtime|babbage|davinci|(^|[/-])(bge|e5|gte|flux|stable-diffusion)(-|$)/i;

export function isTalking(wire_id: string): boolean {
  return !OTHERS.test(wire_id);
}
