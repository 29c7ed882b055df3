import { DAY_MS } from '../domain/day-number.ts';
import type { Span } from '../domain/stay.ts';
import { readTakenText } from './calendar-statements.ts';
import { spanBounds, timestampOf } from './span-bounds.ts';

/** A claim that is not marked as long; facts of no longer a span are read with the candidates. */
export const SHORT_MS = 31 * DAY_MS;

export interface ClaimBounds {
  readonly start: string;
  readonly end: string;
  readonly shortEnd: string;
  readonly longEnd: string;
}

export function claimBounds(span: Span): ClaimBounds {
  const { start, end, maxEnd: longEnd } = spanBounds(span);
  return { start, end, longEnd, shortEnd: timestampOf(span.end + SHORT_MS) };
}

export function datesOf({ start, end }: Span): { readonly first: string; readonly last: string } {
  return { first: timestampOf(start).slice(0, 10), last: timestampOf(end).slice(0, 10) };
}

/** By the ids of resources. */
export function readClaims(claims: readonly { readonly id: string; readonly taken: string }[]) {
  return parsedWhenRead(new Map(claims.map(({ id, taken }) => [id, taken])), readTakenText);
}

/** By the ids of plans. */
export function readNightlyRates(rates: readonly { readonly id: string; readonly rates: string }[]) {
  return parsedWhenRead(new Map(rates.map(({ id, rates: text }) => [id, text])), readRates);
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
