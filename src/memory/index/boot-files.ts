/**
 * Files that define the agent or that memory itself wrote. They are in its prompt already; learning from them
 * or recalling them would feed memory its own output.
 */
const BOOT_FILES =
  /(?:^|\/)(?:soul|agents?|identity|memory|tools|user|heartbeat|boot\w*|skill|run)\.md$|^(?:agents|skills|memory|capabilities)\//i;

export function isBootFile(path: string): boolean {
  return BOOT_FILES.test(path);
}
