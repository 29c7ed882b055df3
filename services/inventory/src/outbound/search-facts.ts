import { DAY_MS } from '../domain/day-number.ts';
import type { SearchedSpan } from '../domain/search/check-time.ts';
import { readTakenText } from './calendar-statements.ts';
import { spanBounds, timestampOf } from './span-bounds.ts';

/** A claim that is not marked as long; facts of no longer a span are read with the candidates. */
export const SHORT_MS = 31 * DAY_MS;

export interface ClaimBounds {
  readonly start: string;
  readonly end: string;
  /** Those of lodging, where they are narrower. */
  readonly lodgingStart?: string;
  readonly lodgingEnd?: string;
  readonly shortEnd: string;
  readonly longEnd: string;
}

export function claimBounds(span: SearchedSpan): ClaimBounds {
  const { start, end, maxEnd: longEnd } = spanBounds(span);
  const lodging = spanBounds(span.lodging ?? span);
  const shortEnd = timestampOf(span.end + SHORT_MS);
  return { start, end, longEnd, shortEnd, lodgingStart: lodging.start, lodgingEnd: lodging.end };
}

export function datesOf({ start, end }: SearchedSpan): { readonly first: string; readonly last: string } {
  return { first: timestampOf(start).slice(0, 10), last: timestampOf(end).slice(0, 10) };
}

/** Of a statement that answers with lines. */
export interface LinesRow {
  readonly lines: string | null;
}

/** By the ids of resources. */
export function readClaims(rows: readonly LinesRow[]) {
  return parsedWhenRead(textsOf(rows), readTakenText);
}

/** By the ids of plans. */
export function readNightlyRates(rows: readonly LinesRow[]) {
  return parsedWhenRead(textsOf(rows), readRates);
}

const ID_LENGTH = 36;

/** By the ids at the beginning of lines; the lines of one id are one text. */
function textsOf([row]: readonly LinesRow[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  if (row === undefined || row.lines === null) return texts;
  for (const line of row.lines.split('\n')) {
    const [id, text] = [line.slice(0, ID_LENGTH), line.slice(ID_LENGTH + 1)];
    const before = texts.get(id);
    texts.set(id, before === undefined ? text : `${before},${text}`);
  }
  return texts;
}

function readRates(text: string): ReadonlyMap<string, bigint> {
  return new Map(
    text.split(',').map((rate) => {
      const [date = '', amount = ''] = rate.split(' ');
      return [date, BigInt(amount)];
    }),
  );
}

/** A search that is refused, or whose page is full, parses nothing in vain; the others parse as they judge, in turns. */
function parsedWhenRead<T>(
  texts: ReadonlyMap<string, string>,
  parse: (text: string) => T,
): Pick<ReadonlyMap<string, T>, 'get'> {
  const parsed = new Map<string, T>();
  return {
    get(id) {
      const text = texts.get(id);
      if (text === undefined) return undefined;
      const known = parsed.get(id) ?? parse(text);
      parsed.set(id, known);
      return known;
    },
  };
}
