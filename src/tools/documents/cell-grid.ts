/** Cells of a sheet as they come, written as a table. */
import { row, ruler, type Writer } from "./writer.ts";
import { Merges } from "./xlsx/merges.ts";

const MOST_CELLS = 1_000_000;
const MOST_COLUMNS = 1_024;

export interface Place {
  row: number;
  column: number;
}

export class CellGrid {
  readonly merges = new Merges();
  private readonly rows = new Map<number, string[]>();
  private count = 0;

  get isFull(): boolean {
    return this.count >= MOST_CELLS;
  }

  set({ row: at, column }: Place, text: string): void {
    if (column < 0 || column >= MOST_COLUMNS || text === "") return;
    this.count += 1;
    const cells = this.rows.get(at) ?? [];
    while (cells.length < column) cells.push("");
    cells[column] = text;
    this.rows.set(at, cells);
  }

  write(writer: Writer): void {
    const rows = [...this.rows].sort(([one], [other]) => one - other);
    let columns = 0;
    for (const [index, [at, cells]] of rows.entries()) {
      if (writer.isFull) return;
      this.merges.fill(at, cells);
      if (index === 0) columns = cells.length;
      while (cells.length < columns) cells.push("");
      writer.line(row(cells));
      if (index === 0) writer.line(ruler(columns));
    }
    if (rows.length === 0) writer.line("(empty)");
  }
}
