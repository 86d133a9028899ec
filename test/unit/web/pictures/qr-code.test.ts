import { expect, it } from "vitest";
import { qrCode } from "../../../../web/ui/pictures/qr-code.ts";

/** Rows as numbers to the base of 36, read back by OpenCV's detector. */
const READ_BACK =
  "8tbslb 4inmf5 6gydst 6gm3x9 6gm9ul 4ilu81 8tz2pr pfk0 8b2vus 3razmx 4y7h6f 78vkg2 21agnf 2nrqdl 54cet7 5tulay 6ru28b 24xdcd 5oqpkz 3sn3fe 6hqgog 16s5z 8u3j2z 4jbztk 6gwjcj 6gp0s7 6h5cih 4j0f4y 8u0gu3";

it("draws an address as a reader of QR codes reads it", () => {
  const rows = qrCode("https://t.me/wire_bot?start=ABCD-EFGH") ?? [];
  const numbers = rows.map((row) => Number.parseInt(row.map(Number).join(""), 2).toString(36));
  expect(numbers.join(" ")).toBe(READ_BACK);
});

it("grows with the text, to 230 bytes and no further", () => {
  const size = (bytes: number) => qrCode("x".repeat(bytes))?.length;
  expect([size(17), size(18), size(100), size(230), size(231)]).toEqual([21, 25, 37, 53, undefined]);
});
