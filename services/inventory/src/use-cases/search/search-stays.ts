import { ok } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { endAtDeadline, ownerOf } from '@lodging/kit-runtime';
import type { RequestContext } from '@lodging/kit-runtime';
import { KINDS_ON_ANY_PLAN } from '../../domain/alternatives/alternative.ts';
import type { Alternative } from '../../domain/alternatives/alternative.ts';
import { countSearch, selectCandidates } from '../../domain/search/candidates.ts';
import { fillPage } from '../../domain/search/fill-page.ts';
import type { PlanOffer } from '../../domain/search/offers.ts';
import { cancellationOf } from '../../domain/search/offer-cancellation.ts';
import type { OfferCancellation } from '../../domain/search/offer-cancellation.ts';
import { collectPage } from '../../domain/search/page.ts';
import type { Page } from '../../domain/search/page.ts';
import type { RankedResult, SearchPosition } from '../../domain/search/ranked.ts';
import { createSearchContext } from '../../domain/search/search-context.ts';
import type { StaySearch } from '../../domain/search/search.ts';
import { startSearch } from '../../domain/search/search-run.ts';
import type { SearchRun } from '../../domain/search/search-run.ts';
import { loadWork, MAX_REFUSED_WORK, tooHeavy } from '../../domain/search/work.ts';
import type { CandidateFilter, Loaded, LoadLimits, SearchFilter, TooHeavy } from '../../ports/search.ts';
import { suggestAlternatives } from '../alternatives/suggest-alternatives.ts';
import type { SuggestDeps } from '../alternatives/suggest-alternatives.ts';
import type { InventoryDeps } from '../../ports/deps.ts';
import { runStep } from './run-step.ts';

export interface SearchStays extends StaySearch {
  readonly filter: SearchFilter;
  readonly text: string | undefined;
  /** How many for each result that is not available. */
  readonly alternatives: number;
  readonly limit: number;
  readonly after: SearchPosition | null;
}

export interface SearchPage extends Page {
  readonly asOf: Temporal.Instant;
  /** How many candidates were evaluated for this page. */
  readonly evaluated: number;
  /** Undefined: that of each resource. */
  readonly shownCurrency: string | undefined;
  readonly cancellationOf: (result: RankedResult, offer: PlanOffer) => OfferCancellation;
  readonly alternativesOf: (result: RankedResult) => readonly Alternative[];
}

export type SearchRefusal = Refusal<'invalid_window' | 'search_too_broad' | 'currency_required'>;

type SearchDeps = Pick<InventoryDeps, 'searches' | 'searchSemaphore' | 'heavySearchSemaphore' | 'clock'> &
  SuggestDeps;

/** Loaded by each of the searches in progress, and by one of them in a process. */
const LIGHT: LoadLimits = { weight: 10_000, facts: 10_000, textBytes: 1_000_000 };
const HEAVY: LoadLimits = { weight: 300_000, facts: 200_000, textBytes: 30_000_000 };

/** For a permit. The rest of the request's time is for the search itself. */
const WAIT_MS = 2_000;

/** Searches stays: every result agrees with availability, every price with a quote at the same time. */
export async function searchStays(
  deps: SearchDeps,
  ctx: RequestContext,
  search: SearchStays,
): Promise<Result<SearchPage, SearchRefusal>> {
  const started = startSearch(search, deps.clock.now());
  if (!started.ok) return started;
  const cost = createCost(ctx);
  const searchWithin = async (limits: LoadLimits) => {
    endAtDeadline(ctx);
    return findPage(deps, ctx, { ...started.value, search, cost }, limits);
  };
  const run = async () => {
    const light = await searchWithin(LIGHT);
    if (!('isTooHeavy' in light)) return light;
    const heavy = () => searchWithin(HEAVY);
    const found = await deps.heavySearchSemaphore.run(ownerOf(ctx), heavy, { timeoutMs: WAIT_MS });
    return 'isTooHeavy' in found ? tooHeavy(found) : found;
  };
  return deps.searchSemaphore.run(ownerOf(ctx), run, { timeoutMs: WAIT_MS });
}

interface Run extends SearchRun {
  readonly search: SearchStays;
  readonly cost: Cost;
}

interface Cost {
  /** Counts what an attempt loaded, or its work where that is more. */
  count(attempt: { readonly loaded: Loaded; readonly work: number; readonly isTooHeavy: boolean }): void;
}

/** What is loaded in the light attempt and in the heavy one is counted together, the work of both once. */
function createCost({ work: counter }: RequestContext): Cost {
  let counted = 0;
  const total = { weight: 0, facts: 0 };
  return {
    count({ loaded, work, isTooHeavy }) {
      total.weight += loaded.weight;
      total.facts += loaded.facts;
      const cost = Math.max(work, loadWork(total));
      const more = (isTooHeavy ? Math.min(cost, MAX_REFUSED_WORK) : cost) - counted;
      if (more <= 0) return;
      counted += more;
      counter?.add(more);
    },
  };
}

/** Candidates are selected, evaluated and ranked, and make a page. */
async function findPage(
  deps: SearchDeps,
  ctx: RequestContext,
  run: Run,
  limits: LoadLimits,
): Promise<Result<SearchPage, SearchRefusal> | TooHeavy> {
  const { search, now, span } = run;
  const mayCut = search.sort === 'created' && limits === HEAVY;
  const options = { span, displayCurrency: search.currency, now, limits, mayCut };
  let work = 0;
  const { found, loaded } = await deps.searches.find(ctx.tenantId, filterOf(run), options, async (list) => {
    const selected = await runStep(deps, ctx, run.budget, selectCandidates(list, run));
    work = countSearch(list, selected);
    return selected;
  });
  const isTooHeavy = 'isTooHeavy' in found;
  run.cost.count({ loaded, work, isTooHeavy });
  if (isTooHeavy) return found;
  if (!found.ok) return found;
  const { selection, more, ...facts } = found.value;
  const context = createSearchContext(facts, search, now);
  const page = collectPage(search, more);
  const step = fillPage(page, selection.candidates, { facts, staysOf: run.staysOf, context });
  const evaluated = await runStep(deps, ctx, run.budget, step);
  const { results, next } = page.page();
  const alternatives = await suggestFor(deps, ctx, run, results);
  return ok({
    asOf: now,
    evaluated,
    results,
    next,
    shownCurrency: search.currency,
    cancellationOf: (result, offer) => cancellationOf(result, offer, context),
    alternativesOf: (result) => alternatives.get(result) ?? [],
  });
}

function filterOf({ search, words }: Run): CandidateFilter {
  const { filter, sort, after, time } = search;
  const position = after?.kind === 'created' ? after.at : null;
  return {
    ...filter,
    lodgingOnly: time.kind === 'flexible',
    withTexts: words.length > 0,
    after: sort === 'created' ? position : 'count',
  };
}

/**
 * Alternatives have the kinds and features of the search. They ignore its id, room-type and text filters: resources that match
 * those are in the results already.
 */
async function suggestFor(
  deps: SuggestDeps,
  ctx: RequestContext,
  { search, now, budget }: Run,
  results: readonly RankedResult[],
): Promise<ReadonlyMap<RankedResult, readonly Alternative[]>> {
  const unavailable = results.filter(({ reasons }) => reasons.length > 0);
  const refused = unavailable.map(({ resource, dated, reasons }) => {
    return { resourceId: resource.id, window: dated.stay.window, reasons };
  });
  const suggested = await suggestAlternatives(deps, ctx, {
    refused,
    search,
    filter: search.filter,
    kinds: KINDS_ON_ANY_PLAN,
    wanted: { most: search.alternatives, convertibleOnly: false },
    now,
    budget,
  });
  return new Map(unavailable.map((result, index) => [result, suggested[index] ?? []]));
}
