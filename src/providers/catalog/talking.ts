/** Tells models that answer in words from others by their names: providers' lists mix all sorts. */

const OTHERS =
  /embed|minilm|rerank|moderation|whisper|transcribe|tts|speech|dall-e|gpt-image|imagen|veo-|sora|realtime|babbage|davinci|(^|[/-])(bge|e5|gte|flux|stable-diffusion)(-|$)/i;

export function isTalking(wire_id: string): boolean {
  return !OTHERS.test(wire_id);
}
