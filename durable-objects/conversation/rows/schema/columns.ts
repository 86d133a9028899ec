/** Options and columns that several tables share. */
import type { Source } from "../../../../src/domain/inbound.ts";
import type { Actor } from "../../../../src/domain/principal.ts";
import { json } from "../../../sql/column.ts";
import { withFields } from "../../../sql/shape.ts";
import type { TableOptions } from "../../../sql/table.ts";

export const PLAIN: TableOptions = {};
export const HOT: TableOptions = { hot: true };
export const LATE: TableOptions = { late: true };
export const LATE_BUT_BORN: TableOptions = { late: true, born: true };
export const LATE_9: TableOptions = { late: true, since: 9 };
export const LATE_10: TableOptions = { late: true, since: 10 };

/** Null: no person caused it. */
export const actor = () => json(withFields<Actor>({ name: "string" })).nullable();
export const source = () => json(withFields<Source>({ channel: "string", sender: "string" }));
