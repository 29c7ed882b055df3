export type Cell = string | number | null;

export interface Column<Row> {
  readonly title: string;
  readonly of: (row: Row) => Cell;
}

const GAP = '  ';
const NOTHING = '–';

export function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const cells = rows.map((row) => columns.map(({ of }) => of(row)));
  const texts = cells.map((line) => line.map(textOf));
  const widths = columns.map(({ title }, index) =>
    Math.max(widthOf(title), ...texts.map((line) => widthOf(line[index] ?? ''))),
  );
  const isNumeric = columns.map((_, index) => {
    const kinds = new Set(cells.map((line) => typeof line[index]));
    return kinds.has('number') && !kinds.has('string');
  });
  const lines = [columns.map(({ title }) => title.toUpperCase()), ...texts];
  return lines
    .map((line) =>
      line
        .map((text, index) => pad(text, widths[index] ?? 0, isNumeric[index] === true))
        .join(GAP)
        .trimEnd(),
    )
    .join('\n');
}

/** One thing, a line for each of its fields. */
export function sheet(fields: readonly (readonly [string, Cell])[]): string {
  const width = Math.max(...fields.map(([name]) => widthOf(name)));
  return fields
    .map(([name, value]) => `${pad(name, width, false)}${GAP}${textOf(value)}`.trimEnd())
    .join('\n');
}

/** What an API answers may hold what moves the cursor or rings the bell of a terminal. */
function textOf(cell: Cell): string {
  if (cell === null || cell === '') return NOTHING;
  // eslint-disable-next-line no-control-regex
  return String(cell).replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+/g, ' ');
}

function pad(text: string, width: number, toTheRight: boolean): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return toTheRight ? space + text : text + space;
}

const segments = new Intl.Segmenter();

/** Characters as people count them. */
function widthOf(text: string): number {
  return [...segments.segment(text)].length;
}
