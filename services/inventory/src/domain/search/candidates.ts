import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { containsWords } from './fold-text.ts';
import { currencyRequired, sortsByPrice } from './search.ts';
import type { SearchRun } from './search-run.ts';
import { countSureNights } from './searched-stays.ts';
import type { SearchedAxis, SearchedStays } from './searched-stays.ts';
import { MAX_REFUSED_WORK, MAX_WORK, RESOURCE_WORK, textWork, tooBroad } from './work.ts';

/** Evaluated for one page at the most. */
export const MAX_CANDIDATES = 1_000;

/** A resource that the filters of a search leave. */
export interface Candidate extends SearchedAxis {
  readonly id: string;
  readonly createdAt: string;
  /** Of its configuration. */
  readonly version: bigint;
  readonly currency: string;
  /** How many of its plans the search evaluates; 1 of a generic resource. */
  readonly plans: number;
  /** The texts for a search with words; read only for such a search. */
  readonly texts?: readonly (string | null)[];
}

export interface CandidateList {
  /** In order of creation. */
  readonly candidates: readonly Candidate[];
  /** Of all that there are, where there are more than were listed. */
  readonly counted: { readonly candidates: number; readonly plans: number };
  /** The list leaves out none, and no page comes before it. */
  readonly isWhole: boolean;
}

/** The candidates that are evaluated. */
export interface Selection {
  readonly candidates: readonly Candidate[];
  /** Nights times plans, over all their stays. */
  readonly work: number;
}

export type SelectionRefusal = Refusal<'invalid_window' | 'search_too_broad' | 'currency_required'>;

/**
 * The candidates that have the words of the search, and a stay. Refuses a search that would take too long, where possible
 * before stays are computed, and one whose prices cannot be compared. Yields its work.
 */
export function* selectCandidates(
  list: CandidateList,
  run: SearchRun,
): Generator<number, Result<Selection, SelectionRefusal>> {
  const named = yield* withWords(list.candidates, run);
  const surelyTooBroad = refuseSurelyTooBroad(named, list, run);
  if (surelyTooBroad !== undefined) return surelyTooBroad;
  yield* computeStays(named, run);
  return selectWithStays(named, list, run);
}

function* withWords(
  candidates: readonly Candidate[],
  { words }: SearchRun,
): Generator<number, readonly Candidate[]> {
  if (words.length === 0) return candidates;
  const named: Candidate[] = [];
  for (const candidate of candidates) {
    const { texts = [] } = candidate;
    if (containsWords(texts, words)) named.push(candidate);
    yield textWork(texts);
  }
  return named;
}

/** Refuses what is too broad whatever the time zones and check-in times are. */
function refuseSurelyTooBroad(
  named: readonly Candidate[],
  { counted }: CandidateList,
  { search, words, now }: SearchRun,
): ReturnType<typeof tooBroad> | undefined {
  const nights = countSureNights(search.time, now);
  if (nights === 0) return undefined;
  const { candidates, plans } =
    words.length === 0 ? counted : { candidates: named.length, plans: countPlans(named) };
  const work = nights * plans;
  if (search.sort !== 'created' && candidates > MAX_CANDIDATES)
    return tooBroad(candidates, work, MAX_CANDIDATES);
  return work > MAX_WORK ? tooBroad(candidates, work, MAX_WORK) : undefined;
}

function countPlans(candidates: readonly Candidate[]): number {
  return candidates.reduce((sum, { plans }) => sum + plans, 0);
}

/** Most candidates share the stays of another one, which take no time. */
function* computeStays(named: readonly Candidate[], { staysOf }: SearchRun): Generator<number, void> {
  const computed = new Set<SearchedStays>();
  for (const candidate of named) {
    const found = staysOf(candidate);
    if (computed.has(found)) continue;
    computed.add(found);
    yield RESOURCE_WORK * (1 + found.stays.length);
  }
}

function selectWithStays(
  named: readonly Candidate[],
  list: CandidateList,
  { search, words, staysOf }: SearchRun,
): Result<Selection, SelectionRefusal> {
  const { counted, isWhole } = list;
  const candidates = named.filter((candidate) => staysOf(candidate).stays.length > 0);
  if (isWhole && candidates.length === 0 && named.some((candidate) => staysOf(candidate).someInvalid))
    return refuse(
      'invalid_window',
      'The window is not a valid stay for any resource: it is over, too long or too far ahead.',
    );
  const work = candidates.reduce((sum, one) => sum + staysOf(one).nights * one.plans, 0);
  const found = words.length > 0 ? candidates.length : counted.candidates;
  if (search.sort !== 'created' && found > MAX_CANDIDATES) {
    const isCut = words.length === 0 && counted.candidates > list.candidates.length;
    const nights = Math.max(1, ...candidates.map((one) => staysOf(one).nights));
    return isCut
      ? tooBroad(counted.candidates, nights * counted.plans, MAX_CANDIDATES)
      : tooBroad(candidates.length, work, MAX_CANDIDATES);
  }
  if (work > MAX_WORK) return tooBroad(candidates.length, work, MAX_WORK);
  const isMixed = new Set(candidates.map(({ currency }) => currency)).size > 1;
  if (search.currency === undefined && sortsByPrice(search) && isMixed) return currencyRequired;
  return ok({ candidates, work });
}

/** The cost of a search before the evaluation: its work, or its reads if they are more. */
export function countSearch(
  { candidates }: Pick<CandidateList, 'candidates'>,
  selected: Result<Pick<Selection, 'work'>>,
): number {
  const read = candidates.reduce((sum, { texts = [] }) => sum + RESOURCE_WORK + textWork(texts), 0);
  const bounded = Math.min(read, MAX_WORK);
  const refused = selected.ok ? 0 : Number(selected.refusal.extra?.['work'] ?? 0);
  return Math.max(bounded, selected.ok ? selected.value.work : Math.min(refused, MAX_REFUSED_WORK));
}
