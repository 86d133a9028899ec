/** A text read aloud by the server, as it comes. */

/**
 * WAV where the provider has it, else the file that it makes. Null when the server could not read it aloud. `agent`: whose voice it is
 * to be.
 */
export async function streamedRecording(
  wanted: { text: string; agent: string; conversation_id: string | null },
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null> {
  const { text, agent, conversation_id } = wanted;
  const body = { text, format: "wav", ...(agent && { agent }), ...(conversation_id && { conversation_id }) };
  const response = await fetch("/api/v1/speech/recordings", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  }).catch(() => null);
  return response?.ok ? response.body : null;
}
