import { describe, expect, it } from "vitest";
import { isBackupDue } from "../../../../scripts/start/backups/nightly.mjs";
import { backupPlan, lastPlanned } from "../../../../scripts/start/backups/plan.mjs";

const SEALED = { BACKUP_TO: "/mnt/disk", NIGHTJAR_BACKUP_PASSPHRASE: "twelve or more" };

describe("the plan of the backups", () => {
  it("is none without a place", () => {
    expect(backupPlan({})).toBeUndefined();
    expect(backupPlan({ BACKUP_TO: "" })).toBeUndefined();
  });

  it("is sealed, nightly and drilled unless the settings say otherwise", () => {
    expect(backupPlan(SEALED)).toMatchObject({
      place: "/mnt/disk",
      at: { hour: 3, minute: 15 },
      keep: 14,
      isDrilled: true,
      isSealed: true,
      env: { NIGHTJAR_BACKUP_PASSPHRASE: "twelve or more" },
    });
    const bucket = { ...SEALED, BACKUP_TO: "s3://kept/nightjar", BACKUP_AT: "23:05", BACKUP_DRILL: "false" };
    expect(backupPlan({ ...bucket, S3_ENDPOINT: "https://s3.example", OTHER: "x" })).toMatchObject({
      place: "s3://kept/nightjar",
      at: { hour: 23, minute: 5 },
      isDrilled: false,
      env: { NIGHTJAR_BACKUP_PASSPHRASE: "twelve or more", S3_ENDPOINT: "https://s3.example" },
    });
  });

  it.each([
    [{ BACKUP_TO: "/mnt/disk" }, "NIGHTJAR_BACKUP_PASSPHRASE"],
    [{ ...SEALED, BACKUP_AT: "25:00" }, 'BACKUP_AT is "25:00"'],
    [{ ...SEALED, BACKUP_KEEP: "0" }, 'BACKUP_KEEP is "0"'],
    [{ ...SEALED, BACKUP_DRILL: "yes" }, 'BACKUP_DRILL is "yes"'],
  ])("names the setting that can't be read: %o", (vars, words) => {
    expect(() => backupPlan(vars)).toThrow(words);
  });
});

describe("a planned backup", () => {
  const at = { hour: 3, minute: 15 };
  const plan = { ...backupPlan(SEALED), at } as NonNullable<ReturnType<typeof backupPlan>>;
  const moment = (day: number, hour: number, minute = 0) => new Date(2026, 0, day, hour, minute);

  it("was planned today once its time has come, else yesterday", () => {
    expect(lastPlanned(at, moment(8, 3, 15))).toBe(moment(8, 3, 15).getTime());
    expect(lastPlanned(at, moment(8, 3, 14))).toBe(moment(7, 3, 15).getTime());
    expect(lastPlanned(at, moment(1, 2))).toBe(new Date(2025, 11, 31, 3, 15).getTime());
  });

  it("is due when the newest is older than that, also where the machine slept at the time", () => {
    const due = (now: Date, newest?: Date) => isBackupDue(plan, { now, newest: newest?.getTime() });
    expect(due(moment(8, 3, 16), moment(7, 3, 17))).toBe(true);
    expect(due(moment(8, 3, 18), moment(8, 3, 17))).toBe(false);
    expect(due(moment(8, 2), moment(7, 3, 17))).toBe(false);
    expect(due(moment(9, 14), moment(7, 3, 17))).toBe(true);
    expect(due(moment(8, 12))).toBe(true);
  });
});
