/** Documents that are opened for their words where a model does not read them itself. */
const OPENED = /^application\/(?:pdf|rtf|epub\+zip|msword|vnd\.(?:openxmlformats|ms-))/;

export function isOpened(media_type: string): boolean {
  return OPENED.test(media_type);
}
