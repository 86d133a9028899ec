/** Parts of a usage that may have prices of their own: sound and pictures. The usage counts them too. */
export interface TokensApart {
  readonly audio_input?: number;
  readonly audio_cache_read?: number;
  readonly audio_output?: number;
  readonly image_input?: number;
  readonly image_cache_read?: number;
}
