/** Formulas that several cells of a sheet share: only the first one has the text, and the others are shifted from it. */

const CELL = /(\$?)([A-Z]{1,3})(\$?)(\d{1,7})(?![\w(])/g;
const PARTS = /^([A-Z]{1,3})(\d{1,7})$/;

interface Shared {
  cell: string;
  formula: string;
}

export class SharedFormulas {
  /** Reference of the current cell. */
  cell = "";
  private readonly shared = new Map<string, Shared>();
  private index: string | undefined;

  open({ t = "", si }: Readonly<Record<string, string>>): void {
    this.index = t === "shared" ? si : undefined;
  }

  /** The formula of the current cell. */
  close(formula: string): string {
    if (this.index === undefined) return formula;
    const known = this.shared.get(this.index);
    if (formula === "") return known ? shifted(known, this.cell) : "";
    this.shared.set(this.index, { cell: this.cell, formula });
    return formula;
  }
}

function shifted({ cell, formula }: Shared, to: string): string {
  const [from, target] = [PARTS.exec(cell), PARTS.exec(to)];
  if (!from || !target) return formula;
  const columns = numberOf(target[1]) - numberOf(from[1]);
  const rows = Number(target[2]) - Number(from[2]);
  return formula.replace(CELL, (...[, fixed = "", column = "", fixedRow = "", row = ""]: string[]) => {
    const shown = fixed === "" ? lettersOf(numberOf(column) + columns) : column;
    return `${fixed}${shown}${fixedRow}${fixedRow === "" ? Number(row) + rows : row}`;
  });
}

function numberOf(letters = ""): number {
  let number = 0;
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64;
  return number;
}

function lettersOf(number: number): string {
  let [letters, rest] = ["", number];
  for (; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}
