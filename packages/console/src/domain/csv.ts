/** A spreadsheet would run these as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const QUOTED = /[",\r\n]/;
const BYTE_ORDER_MARK = '\uFEFF';

/** RFC 4180 with the mark by which spreadsheets know UTF-8. */
export function csvOf(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, ...rows].map((cells) => cells.map(cellOf).join(','));
  return `${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`;
}

function cellOf(text: string): string {
  const safe = FORMULA.test(text) && !isNumber(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A negative amount is no formula. */
const isNumber = (text: string): boolean => /^-\d+(\.\d+)?$/.test(text);
