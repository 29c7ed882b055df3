import type { StayWindow } from '@lodging/kernel';
import { withTimeout } from '@lodging/kit-runtime';
import type { RequestContext } from '@lodging/kit-runtime';
import type { Alternative } from '../domain/alternatives/alternative.ts';
import { findAlternatives } from '../domain/alternatives/find-alternatives.ts';
import type { AlternativesLimit, FoundAlternatives } from '../domain/alternatives/find-alternatives.ts';
import type { Wish } from '../domain/alternatives/plan-attempts.ts';
import { DAY_MS } from '../domain/day-number.ts';
import type { Reason } from '../domain/find-reasons.ts';
import { datedStay } from '../domain/quote-stay.ts';
import { createSearchContext } from '../domain/search/search-context.ts';
import type { SearchContext } from '../domain/search/judge-offers.ts';
import type { StaySearch } from '../domain/search/search.ts';
import { stayAt, widestSpan } from '../domain/stay.ts';
import type { Span } from '../domain/stay.ts';
import type { InventoryDeps } from '../ports.ts';
import type { NearSnapshot } from '../ports/alternatives.ts';
import type { SearchFilter } from '../ports/search.ts';
import { createTurns } from './take-turns.ts';

/** A stay that was refused. */
export interface RefusedStay {
  readonly resourceId: string;
  readonly window: StayWindow;
  readonly reasons: readonly Reason[];
  /** Undefined: any plan would do. */
  readonly ratePlanId?: string | undefined;
}

export interface SuggestAlternatives {
  readonly refused: readonly RefusedStay[];
  readonly search: StaySearch;
  /** What another resource must be. */
  readonly filter?: Pick<SearchFilter, 'kinds' | 'features'>;
  /** For each of the stays. */
  readonly most: number;
  readonly now: Temporal.Instant;
}

export type SuggestDeps = Pick<InventoryDeps, 'alternatives' | 'yieldToOthers' | 'reportNoAlternatives'>;

/** In all; counted, so that every process answers the same. */
const MAX_STAYS = 2_000;
/** The furthest shift. */
const AROUND_MS = 14 * DAY_MS;
/** The refusal does not wait longer, and is answered while its caller still waits. */
const TIMEOUT_MS = 1_000;
const TO_ANSWER_MS = 300;
const NIGHTS_AT_ONCE = 1_000;

/** For each of the stays what can be had near it. A refusal never fails for them: none are found where that takes too long. */
export async function suggestAlternatives(
  deps: SuggestDeps,
  ctx: RequestContext,
  input: SuggestAlternatives,
): Promise<readonly (readonly Alternative[])[]> {
  const none = input.refused.map(() => []);
  const timeoutMs = Math.min(TIMEOUT_MS, ctx.deadline - Date.now() - TO_ANSWER_MS);
  if (input.most === 0 || input.refused.length === 0 || timeoutMs <= 0) return none;
  try {
    return await withTimeout(suggest(deps, ctx, input), timeoutMs, () => new AlternativesTimeout());
  } catch (error) {
    deps.reportNoAlternatives(error, ctx.requestId);
    return none;
  }
}

class AlternativesTimeout extends Error {
  override readonly name = 'AlternativesTimeout';
}

async function suggest(
  deps: SuggestDeps,
  { tenantId }: RequestContext,
  { refused, search, filter, most, now }: SuggestAlternatives,
): Promise<readonly (readonly Alternative[])[]> {
  const resourceIds = [...new Set(refused.map(({ resourceId }) => resourceId))];
  const { party, currency: displayCurrency } = search;
  const near = { resourceIds, party, kinds: filter?.kinds, features: filter?.features };
  const span = spanAround(refused);
  const snapshot = await deps.alternatives.find(tenantId, near, { span, displayCurrency, now });
  const context = createSearchContext(snapshot, search, now);
  const isMyTurnOver = createTurns(NIGHTS_AT_ONCE);
  const suggested: (readonly Alternative[])[] = [];
  let left = MAX_STAYS;
  for (const stay of refused) {
    const limit = { alternatives: most, stays: left };
    const found = await findInTurns(deps, { stay, snapshot, context, limit, isMyTurnOver });
    suggested.push(found.alternatives);
    left -= found.stays;
    if (refused.length > 1) await deps.yieldToOthers();
  }
  return suggested;
}

function spanAround(refused: readonly RefusedStay[]): Span {
  const spans = refused.map(({ window }) => widestSpan(window));
  return {
    start: Math.min(...spans.map(({ start }) => start)) - AROUND_MS,
    end: Math.max(...spans.map(({ end }) => end)) + AROUND_MS,
  };
}

interface Finding {
  readonly stay: RefusedStay;
  readonly snapshot: NearSnapshot;
  readonly context: SearchContext;
  readonly limit: AlternativesLimit;
  readonly isMyTurnOver: (nights: number) => boolean;
}

async function findInTurns(
  { yieldToOthers }: SuggestDeps,
  { stay, snapshot, context, limit, isMyTurnOver }: Finding,
): Promise<FoundAlternatives> {
  const wish = wishOf(stay, snapshot, context.now);
  if (wish === undefined) return { alternatives: [], stays: 0 };
  const { siblings: listed, resources, taken, nightlyRates } = snapshot;
  const siblings = (listed.get(stay.resourceId) ?? []).flatMap((id) => resources.get(id) ?? []);
  const finding = findAlternatives(wish, { siblings, taken, nightlyRates }, context, limit);
  for (let step = finding.next(); ; step = finding.next()) {
    if (step.done === true) return step.value;
    if (isMyTurnOver(step.value)) await yieldToOthers();
  }
}

/** Undefined where the resource, or the plan, is gone. */
function wishOf(
  { resourceId, window, reasons, ratePlanId }: RefusedStay,
  { resources }: NearSnapshot,
  now: Temporal.Instant,
): Wish | undefined {
  const resource = resources.get(resourceId);
  if (resource === undefined) return undefined;
  const plan = resource.plans.find(({ id }) => id === ratePlanId);
  if (plan === undefined && ratePlanId !== undefined) return undefined;
  return { resource, dated: datedStay(resource, stayAt(resource, window), now), reasons, plan };
}
