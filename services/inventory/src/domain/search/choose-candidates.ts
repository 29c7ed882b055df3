import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { StaySearch } from './search.ts';
import { sortsByPrice } from './search.ts';
import { countSureWindows } from './searched-stays.ts';
import type { FindStays, SearchedAxis } from './searched-stays.ts';

/** Judged for one page at the most. */
export const MAX_CANDIDATES = 1_000;
/** Windows times plans, over all candidates. */
export const MAX_WORK = 40_000;

/** A resource that the filters of a search leave. */
export interface Candidate extends SearchedAxis {
  readonly id: string;
  readonly currency: string;
  /** How many of its plans the search looks at; 1 of a generic resource. */
  readonly plans: number;
  /** Where words are looked for; read only for a search with words. */
  readonly texts?: readonly (string | null)[];
}

export interface ListedCandidates<Listed extends Candidate> {
  /** In the order in which they were made. */
  readonly listed: readonly Listed[];
  /** Of all that there are, where there are more than were listed. */
  readonly counted: { readonly candidates: number; readonly plans: number };
  /** None was left out of the list, nor stands on a page before. */
  readonly isWhole: boolean;
}

/** With those that have the words of the search. */
export interface NamedCandidates<Listed extends Candidate> extends ListedCandidates<Listed> {
  readonly named: readonly Listed[];
}

type SearchTooBroad = { readonly ok: false; readonly refusal: Refusal<'search_too_broad'> };

export type CandidatesRefusal = Refusal<'invalid_window' | 'search_too_broad' | 'currency_required'>;

export interface Chosen<Listed extends Candidate> {
  readonly candidates: readonly Listed[];
  readonly work: number;
}

interface Choosing {
  readonly search: StaySearch;
  /** Folded. */
  readonly words: readonly string[];
  readonly staysOf: FindStays;
}

/** Before any window is made: refuses what is too broad whatever the time zones and check-in times are. */
export function refuseSurelyTooBroad<Listed extends Candidate>(
  { named, counted }: NamedCandidates<Listed>,
  { search, words }: Pick<Choosing, 'search' | 'words'>,
  now: Temporal.Instant,
): SearchTooBroad | undefined {
  const windows = countSureWindows(search.time, now);
  if (windows === 0) return undefined;
  const plansOfNamed = named.reduce((sum, { plans }) => sum + plans, 0);
  const { candidates, plans } =
    words.length === 0 ? counted : { candidates: named.length, plans: plansOfNamed };
  const work = windows * plans;
  if (search.sort !== 'created' && candidates > MAX_CANDIDATES)
    return tooBroad(candidates, work, MAX_CANDIDATES);
  return work > MAX_WORK ? tooBroad(candidates, work, MAX_WORK) : undefined;
}

/** The candidates that have a stay; refuses a search that would take too long, or whose prices cannot be compared. */
export function chooseCandidates<Listed extends Candidate>(
  { named, counted, isWhole, listed }: NamedCandidates<Listed>,
  { search, words, staysOf }: Choosing,
): Result<Chosen<Listed>, CandidatesRefusal> {
  const candidates = named.filter((candidate) => staysOf(candidate).stays.length > 0);
  if (isWhole && candidates.length === 0 && named.some((candidate) => staysOf(candidate).someInvalid))
    return refuse(
      'invalid_window',
      'The window is no stay for any resource: it is over, too long or too far ahead.',
    );
  const work = candidates.reduce((sum, one) => sum + staysOf(one).stays.length * one.plans, 0);
  if (
    search.sort !== 'created' &&
    (words.length > 0 ? candidates.length : counted.candidates) > MAX_CANDIDATES
  ) {
    const isCut = words.length === 0 && counted.candidates > listed.length;
    const windows = Math.max(1, ...candidates.map((one) => staysOf(one).stays.length));
    return isCut
      ? tooBroad(counted.candidates, windows * counted.plans, MAX_CANDIDATES)
      : tooBroad(candidates.length, work, MAX_CANDIDATES);
  }
  if (work > MAX_WORK) return tooBroad(candidates.length, work, MAX_WORK);
  const isMixed = new Set(candidates.map(({ currency }) => currency)).size > 1;
  if (search.currency === undefined && sortsByPrice(search) && isMixed) return currencyRequired;
  return ok({ candidates, work });
}

function tooBroad(candidates: number, work: number, most: number) {
  const detail = `The search looks at ${candidates} resources, ${work} windows of plans in all.`;
  return refuse('search_too_broad', detail, { candidates, work, most });
}

export const currencyRequired = refuse(
  'currency_required',
  'Prices in several currencies are compared in one: send `currency`.',
);
