import type { StayWindow } from '@lodging/kernel';
import { withTimeout } from '@lodging/kit-runtime';
import type { RequestContext } from '@lodging/kit-runtime';
import type { Alternative, AlternativeKind } from '../domain/alternatives/alternative.ts';
import { findAlternatives } from '../domain/alternatives/find-alternatives.ts';
import type { WantedAlternatives } from '../domain/alternatives/find-alternatives.ts';
import { limitAttempts } from '../domain/alternatives/limit-attempts.ts';
import { planAttempts } from '../domain/alternatives/plan-attempts.ts';
import type { Wish } from '../domain/alternatives/plan-attempts.ts';
import { DAY_MS } from '../domain/day-number.ts';
import type { Reason } from '../domain/find-reasons.ts';
import { datedStay } from '../domain/quote-stay.ts';
import type { ResourceConfig } from '../domain/resource.ts';
import { createSearchContext } from '../domain/search/search-context.ts';
import type { StaySearch } from '../domain/search/search.ts';
import { stayAt, widestSpan } from '../domain/stay.ts';
import type { Span } from '../domain/stay.ts';
import type { InventoryDeps } from '../ports/inventory-deps.ts';
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
  /** Those that are looked at. */
  readonly kinds: readonly AlternativeKind[];
  /** `most` is for each of the stays. */
  readonly wanted: WantedAlternatives;
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
  if (input.wanted.most === 0 || input.refused.length === 0 || timeoutMs <= 0) return none;
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
  { alternatives: repository, yieldToOthers }: SuggestDeps,
  { tenantId }: RequestContext,
  { refused, search, filter, kinds, wanted, now }: SuggestAlternatives,
): Promise<readonly (readonly Alternative[])[]> {
  const resourceIds = [...new Set(refused.map(({ resourceId }) => resourceId))];
  const { party, currency: displayCurrency } = search;
  const near = { resourceIds, party, kinds: filter?.kinds, features: filter?.features };
  const span = spanAround(refused);
  const facts = await repository.find(tenantId, near, { span, displayCurrency, now });
  const context = createSearchContext(facts, search, now);
  const wishes = refused.map((stay) => wishOf(stay, facts, now));
  const planned = wishes.map((wish) =>
    wish === undefined ? [] : planAttempts(wish, { siblings: siblingsOf(wish, facts), search, now, kinds }),
  );
  const limited = limitAttempts(planned, MAX_STAYS);
  const isMyTurnOver = createTurns(NIGHTS_AT_ONCE);
  const suggested: (readonly Alternative[])[] = [];
  for (const [index, wish] of wishes.entries()) {
    if (wish === undefined) suggested.push([]);
    else {
      const finding = findAlternatives(wish, limited[index] ?? [], { facts, context, wanted });
      suggested.push(await inTurns(finding, isMyTurnOver, yieldToOthers));
    }
    if (refused.length > 1) await yieldToOthers();
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

function siblingsOf({ resource }: Wish, { siblings, resources }: NearSnapshot): ResourceConfig[] {
  return (siblings.get(resource.id) ?? []).flatMap((id) => resources.get(id) ?? []);
}

async function inTurns<T>(
  finding: Generator<number, T>,
  isMyTurnOver: (nights: number) => boolean,
  yieldToOthers: () => Promise<void>,
): Promise<T> {
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
