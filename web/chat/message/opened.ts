/** Documents whose text is extracted for models that can't read them. */
const OPENED = /^application\/(?:pdf|rtf|epub\+zip|msword|vnd\.(?:openxmlformats|ms-))/;

export function isOpened(media_type: string): boolean {
  return OPENED.test(media_type);
}
