import type { Tx } from '@lodging/kit-postgres';
import type { SearchedSpan } from '../../domain/search/search-run.ts';
import { DAY_MS } from '../../domain/time/day-number.ts';
import type { SearchFacts } from '../../ports/search.ts';
import { readTakenText } from '../calendar/calendar-statements.ts';
import { spanBounds, timestampOf } from '../units/span-bounds.ts';
import { findClaimsOfCandidates, findRatesOfCandidates } from './search-statements.ts';
import type { CandidateValues, LinesRow } from './search-statements.ts';

/** A claim that is not marked as long; facts of no longer a span are read with the candidates. */
export const SHORT_MS = 31 * DAY_MS;

export type Facts = Pick<SearchFacts, 'taken' | 'nightlyRates'>;

export interface ReadFacts extends Facts {
  readonly found: number;
  readonly foundOfOne: number;
}

/**
 * `found` is how many claims or rates there are, whichever are more, `foundOfOne` how many claims the resource with the most
 * has; above `limit` and MOST_OF_RESOURCE they are incomplete.
 */
export async function readFacts(
  tx: Tx,
  values: CandidateValues,
  span: SearchedSpan,
  limit: number,
): Promise<ReadFacts> {
  const claims = findClaimsOfCandidates({ ...values, ...claimBounds(span), mostFacts: limit });
  const [[ofClaims], ofRates] = await Promise.all([
    tx.query<LinesRow>(claims),
    readRatesOf(tx, values, span, limit),
  ]);
  return factsOf(ofClaims, ofRates);
}

export async function readRatesOf(
  tx: Tx,
  values: CandidateValues,
  span: SearchedSpan,
  limit: number,
): Promise<LinesRow | undefined> {
  const rates = findRatesOfCandidates({ ...values, ...datesOf(span), mostFacts: limit });
  const [row] = await tx.query<LinesRow>(rates);
  return row;
}

export function factsOf(claims: LinesRow | undefined, rates: LinesRow | undefined): ReadFacts {
  const byResource = textsOf(claims);
  return {
    taken: parsedWhenRead(byResource.texts, readTakenText),
    nightlyRates: parsedWhenRead(textsOf(rates).texts, readRates),
    foundOfOne: byResource.mostLines,
    found: Math.max(claims?.found ?? 0, rates?.found ?? 0),
  };
}

export function claimBounds(span: SearchedSpan) {
  const { start, end, maxEnd: longEnd } = spanBounds(span);
  const lodging = spanBounds(span.lodging ?? span);
  const shortEnd = timestampOf(span.end + SHORT_MS);
  return { start, end, longEnd, shortEnd, lodgingStart: lodging.start, lodgingEnd: lodging.end };
}

function datesOf({ start, end }: SearchedSpan) {
  return { first: timestampOf(start).slice(0, 10), last: timestampOf(end).slice(0, 10) };
}

const ID_LENGTH = 36;

/** By the ids at the beginning of lines, which follow each other for each id. */
function textsOf(row: LinesRow | undefined) {
  const texts = new Map<string, string>();
  let [last, ofLast, mostLines] = ['', 0, 0];
  for (const line of row?.lines?.split('\n') ?? []) {
    const [id, text] = [line.slice(0, ID_LENGTH), line.slice(ID_LENGTH + 1)];
    const known = texts.get(id);
    texts.set(id, known === undefined ? text : `${known},${text}`);
    ofLast = id === last ? ofLast + 1 : 1;
    last = id;
    mostLines = Math.max(mostLines, ofLast);
  }
  return { texts, mostLines };
}

function readRates(text: string): ReadonlyMap<string, bigint> {
  return new Map(
    text.split(',').map((rate) => {
      const [date = '', amount = ''] = rate.split(' ');
      return [date, BigInt(amount)];
    }),
  );
}

/** Parsed when a resource is evaluated: a refused search, or one whose page is full, parses nothing in vain. */
function parsedWhenRead<T extends object>(
  facts: Map<string, string | T>,
  parse: (text: string) => T,
): Pick<ReadonlyMap<string, T>, 'get'> {
  return {
    get(id) {
      const known = facts.get(id);
      if (typeof known !== 'string') return known;
      const parsed = parse(known);
      facts.set(id, parsed);
      return parsed;
    },
  };
}
