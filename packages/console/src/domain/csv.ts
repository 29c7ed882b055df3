/** A spreadsheet would run these as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const NEGATIVE = /^-\d+(\.\d+)?$/;
const QUOTED = /[",\r\n]/;
const BYTE_ORDER_MARK = '\uFEFF';

export interface AmountColumn {
  readonly title: string;
  readonly isAmount: true;
}

/** A column of which a negative number is no formula. */
export const amounts = (title: string): AmountColumn => ({ title, isAmount: true });

/** RFC 4180 with the mark by which spreadsheets know UTF-8. */
export function csvOf(
  header: readonly (string | AmountColumn)[],
  rows: readonly (readonly string[])[],
): string {
  const titles = header.map((column) => (typeof column === 'string' ? column : column.title));
  const lines = [
    titles.map((title) => cellOf(title)),
    ...rows.map((cells) => cells.map((text, at) => cellOf(text, typeof header[at] === 'object'))),
  ];
  return `${BYTE_ORDER_MARK}${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`;
}

function cellOf(text: string, isAmount = false): string {
  const isFormula = FORMULA.test(text) && !(isAmount && NEGATIVE.test(text));
  const safe = isFormula ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
