/**
 * Files that tell the agent who it is, or hold what memory itself wrote. They stand in its prompt already; to take
 * facts from them, or to recall them, would feed memory to itself.
 */
const BOOT_FILES =
  /(?:^|\/)(?:soul|agents?|identity|memory|tools|user|heartbeat|boot\w*|skill|run)\.md$|^(?:agents|skills|memory|capabilities)\//i;

export function isBootFile(path: string): boolean {
  return BOOT_FILES.test(path);
}
