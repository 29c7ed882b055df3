import { ok } from '@lodging/kernel';
import type { ListPosition, Refusal, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { KINDS_ON_ANY_PLAN } from '../domain/alternatives/alternative.ts';
import type { Alternative } from '../domain/alternatives/alternative.ts';
import { checkSearchedTime, widestSearchedSpan } from '../domain/search/check-time.ts';
import { currencyRequired } from '../domain/search/choose-candidates.ts';
import { searchedWords } from '../domain/search/fold-text.ts';
import type { PlanOffer, SearchContext } from '../domain/search/judge-offers.ts';
import { createSearchContext } from '../domain/search/search-context.ts';
import { searchedPlans } from '../domain/search/judge-resource.ts';
import type { JudgedResource } from '../domain/search/judge-resource.ts';
import { comparePlaces, placeOf } from '../domain/search/order-results.ts';
import type { Place } from '../domain/search/order-results.ts';
import type { StaySearch } from '../domain/search/search.ts';
import { createSearchedStays } from '../domain/search/searched-stays.ts';
import type { FindStays } from '../domain/search/searched-stays.ts';
import { termsOf } from '../domain/search/show-offer.ts';
import type { OfferTerms } from '../domain/search/show-offer.ts';
import type { InventoryDeps } from '../ports/inventory-deps.ts';
import type { SearchCandidate, SearchFilter, SearchSnapshot } from '../ports/search.ts';
import { chooseStays } from './choose-stays.ts';
import { createResourceJudge } from './judge-resource-in-turns.ts';
import { suggestAlternatives } from './suggest-alternatives.ts';
import type { SuggestDeps } from './suggest-alternatives.ts';

/** Where the page before ended: a resource in the order of creation, or a place among the results. */
export type SearchPosition =
  | { readonly kind: 'created'; readonly at: ListPosition }
  | { readonly kind: 'place'; readonly at: Place };

export interface SearchStays extends StaySearch {
  readonly filter: Omit<SearchFilter, 'after' | 'withTexts' | 'lodgingOnly'>;
  readonly text: string | undefined;
  /** How many for each result that is not available. */
  readonly alternatives: number;
  readonly limit: number;
  readonly after: SearchPosition | null;
}

export interface SearchResult extends JudgedResource {
  readonly termsOf: (offer: PlanOffer) => OfferTerms;
  /** Undefined: that of the resource. */
  readonly shownCurrency: string | undefined;
  readonly alternatives: readonly Alternative[];
}

export interface SearchPage {
  readonly asOf: Temporal.Instant;
  /** How many resources were judged for this page. */
  readonly evaluated: number;
  readonly work: number;
  readonly results: readonly SearchResult[];
  readonly next: SearchPosition | null;
}

export type SearchRefusal = Refusal<'invalid_window' | 'search_too_broad' | 'currency_required'>;

/** Where a guest can stay: every result agrees with availability, every price with a quote of the same moment. */
export async function searchStays(
  deps: Pick<InventoryDeps, 'searches' | 'clock'> & SuggestDeps,
  ctx: RequestContext,
  input: SearchStays,
): Promise<Result<SearchPage, SearchRefusal>> {
  const now = deps.clock.now();
  if (input.maxTotalMinorUnits !== undefined && input.currency === undefined) return currencyRequired;
  const invalid = checkSearchedTime(input.time, now);
  if (invalid !== undefined) return invalid;
  const staysOf = createSearchedStays(input.time, now);
  const words = searchedWords(input.text ?? '');
  const options = { span: widestSearchedSpan(input.time), displayCurrency: input.currency, now };
  const found = await deps.searches.find(ctx.tenantId, filterOf(input, words), options, (candidates) =>
    chooseStays(deps, candidates, { search: input, words, staysOf, now }),
  );
  if (!found.ok) return found;
  const context = createSearchContext(found.value, input, now);
  const judged = await judgeAll(deps, found.value, context, { staysOf, most: mostResults(input) });
  const page =
    input.sort === 'created' ? pageOfCreated(judged, found.value, input) : pageByPlace(judged, input);
  const suggested = await suggestFor(deps, ctx, { results: page.results, input, now });
  return ok({
    asOf: now,
    evaluated: judged.evaluated,
    work: found.value.chosen.work,
    results: page.results.map((result) => ({
      ...result,
      termsOf: (offer: PlanOffer) => termsOf(result, offer, context),
      shownCurrency: input.currency,
      alternatives: suggested.get(result) ?? [],
    })),
    next: page.next,
  });
}

interface PageToSuggestFor {
  readonly results: readonly JudgedResource[];
  readonly input: SearchStays;
  readonly now: Temporal.Instant;
}

/**
 * Other resources are of the kinds and have the features of the search. Those that it does not name, by id, room type or
 * words, are alternatives all the more: the others are results themselves.
 */
async function suggestFor(
  deps: SuggestDeps,
  ctx: RequestContext,
  { results, input, now }: PageToSuggestFor,
): Promise<ReadonlyMap<JudgedResource, readonly Alternative[]>> {
  const { filter } = input;
  const wanted = { most: input.alternatives, convertibleOnly: false };
  const unavailable = results.filter(({ reasons }) => reasons.length > 0);
  const refused = unavailable.map(({ resource, dated, reasons }) => {
    return { resourceId: resource.id, window: dated.stay.window, reasons };
  });
  const options = { filter, kinds: KINDS_ON_ANY_PLAN, wanted, now };
  const suggested = await suggestAlternatives(deps, ctx, { refused, search: input, ...options });
  return new Map(unavailable.map((result, index) => [result, suggested[index] ?? []]));
}

function filterOf({ filter, sort, after, time }: SearchStays, words: readonly string[]): SearchFilter {
  const position = after?.kind === 'created' ? after.at : null;
  return {
    ...filter,
    lodgingOnly: time.kind === 'flexible',
    withTexts: words.length > 0,
    after: sort === 'created' ? position : 'count',
  };
}

/** One more than the page has, so that it is known whether there are more. */
function mostResults({ sort, limit }: SearchStays): number {
  return sort === 'created' ? limit + 1 : Number.POSITIVE_INFINITY;
}

interface Judged {
  readonly results: readonly (JudgedResource & { readonly candidate: SearchCandidate })[];
  readonly evaluated: number;
}

async function judgeAll(
  deps: Pick<InventoryDeps, 'yieldToOthers'>,
  { chosen, resources, taken, nightlyRates }: SearchSnapshot,
  context: SearchContext,
  { staysOf, most }: { staysOf: FindStays; most: number },
): Promise<Judged> {
  const { search } = context;
  const results: (JudgedResource & { candidate: SearchCandidate })[] = [];
  let evaluated = 0;
  const judgeResource = createResourceJudge(deps, context);
  for (const candidate of chosen.candidates) {
    if (results.length >= most) break;
    const resource = resources.get(candidate.id);
    const [first, ...others] = staysOf(candidate).stays;
    if (resource === undefined || first === undefined) continue;
    const plans = searchedPlans(resource, search);
    const searched = { resource, plans, taken: taken.get(candidate.id) ?? [], nightlyRates };
    const judged = await judgeResource(searched, [first, ...others]);
    evaluated += 1;
    if (!search.bookableOnly || judged.cheapest !== null) results.push({ ...judged, candidate });
  }
  return { results, evaluated };
}

interface Page {
  readonly results: readonly JudgedResource[];
  readonly next: SearchPosition | null;
}

function pageOfCreated({ results }: Judged, { more }: SearchSnapshot, { limit }: SearchStays): Page {
  const shown = results.slice(0, limit);
  const last = results.length > limit ? shown.at(-1)?.candidate : undefined;
  const at = last === undefined ? more : { createdAt: last.createdAt, id: last.id };
  return { results: shown, next: at && { kind: 'created', at } };
}

function pageByPlace({ results }: Judged, { sort, limit, after }: SearchStays): Page {
  const placed = results.map((result) => ({ result, place: placeOf(result, sort) }));
  const rest = placed
    .filter(({ place }) => after?.kind !== 'place' || comparePlaces(place, after.at) > 0)
    .toSorted((one, other) => comparePlaces(one.place, other.place));
  const shown = rest.slice(0, limit);
  const last = rest.length > limit ? shown.at(-1) : undefined;
  const next = last === undefined ? null : { kind: 'place' as const, at: last.place };
  return { results: shown.map(({ result }) => result), next };
}
