import type { StayWindow } from '@lodging/kernel';
import { endAtDeadline, ownerOf, remainingMs, withTimeout } from '@lodging/kit-runtime';
import type { RequestContext } from '@lodging/kit-runtime';
import type { Alternative, AlternativeKind } from '../../domain/alternatives/alternative.ts';
import { findAlternatives } from '../../domain/alternatives/find-alternatives.ts';
import type { WantedAlternatives } from '../../domain/alternatives/find-alternatives.ts';
import { limitAttempts } from '../../domain/alternatives/limit-attempts.ts';
import { planAttempts } from '../../domain/alternatives/plan-attempts.ts';
import type { RequestedStay } from '../../domain/alternatives/plan-attempts.ts';
import { DAY_MS } from '../../domain/time/day-number.ts';
import type { Reason } from '../../domain/stays/find-reasons.ts';
import { datedStay } from '../../domain/stays/quote-stay.ts';
import type { ResourceConfig } from '../../domain/resources/resource.ts';
import { createSearchContext } from '../../domain/search/search-context.ts';
import type { StaySearch } from '../../domain/search/search.ts';
import { stayAt, widestSpan } from '../../domain/time/stay.ts';
import type { Span } from '../../domain/time/stay.ts';
import { MAX_WORK } from '../../domain/search/work.ts';
import type { InventoryDeps } from '../../ports/deps.ts';
import { AlternativesTimeout } from '../../ports/alternatives.ts';
import type { NearFacts } from '../../ports/alternatives.ts';
import type { SearchFilter } from '../../ports/search.ts';
import { createYieldBudget } from '../../domain/search/yield-budget.ts';
import type { YieldBudget } from '../../domain/search/yield-budget.ts';
import { runStep } from '../search/run-step.ts';
import type { Step } from '../search/run-step.ts';

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
  /** The requirements for another resource. */
  readonly filter?: Pick<SearchFilter, 'kinds' | 'features'>;
  /** Other kinds are not evaluated. */
  readonly kinds: readonly AlternativeKind[];
  /** `most` is for each of the stays. */
  readonly wanted: WantedAlternatives;
  readonly now: Temporal.Instant;
  /** That of the request, where it has done other work. */
  readonly budget?: YieldBudget;
}

export type SuggestDeps = Pick<
  InventoryDeps,
  'alternatives' | 'alternativesSemaphore' | 'yieldToOthers' | 'reportNoAlternatives'
>;

/** In all; counted, so that every process answers the same. */
const MAX_STAYS = 2_000;
/** The furthest shift. */
const AROUND_MS = 14 * DAY_MS;
/** The refusal does not wait longer, and is answered while its caller still waits. */
const TIMEOUT_MS = 1_000;
const TO_ANSWER_MS = 300;
/** Of a few requests at once (`alternativesSemaphore`). */
const LIMITS = { weight: 30_000, facts: 20_000 };

/** For each of the stays what can be had near it. A refusal never fails for them: none are found where that takes too long. */
export async function suggestAlternatives(
  deps: SuggestDeps,
  ctx: RequestContext,
  input: SuggestAlternatives,
): Promise<readonly (readonly Alternative[])[]> {
  const none = input.refused.map(() => []);
  const remaining = remainingMs(ctx);
  const timeoutMs = Math.min(TIMEOUT_MS, remaining - TO_ANSWER_MS);
  if (input.wanted.most === 0 || input.refused.length === 0 || timeoutMs <= 0) return none;
  try {
    const own = { ...ctx, deadline: ctx.deadline - remaining + timeoutMs };
    return await withTimeout(suggestWithPermit(deps, own, input), timeoutMs, () => new AlternativesTimeout());
  } catch (error) {
    deps.reportNoAlternatives(error, ctx.requestId);
    return none;
  }
}

async function suggestWithPermit(
  deps: SuggestDeps,
  ctx: RequestContext,
  input: SuggestAlternatives,
): Promise<readonly (readonly Alternative[])[]> {
  const run = async () => {
    endAtDeadline(ctx);
    return suggest(deps, ctx, input);
  };
  return deps.alternativesSemaphore.run(ownerOf(ctx), run, { timeoutMs: TIMEOUT_MS });
}

async function suggest(
  deps: SuggestDeps,
  ctx: RequestContext,
  { refused, search, filter, kinds, wanted, now, budget = createYieldBudget() }: SuggestAlternatives,
): Promise<readonly (readonly Alternative[])[]> {
  const resourceIds = [...new Set(refused.map(({ resourceId }) => resourceId))];
  const { party, currency: displayCurrency } = search;
  const near = { resourceIds, party, kinds: filter?.kinds, features: filter?.features };
  const options = { span: spanAround(refused), displayCurrency, now, limits: LIMITS };
  const facts = await deps.alternatives.find(ctx.tenantId, near, options);
  if (facts === undefined) return refused.map(() => []);
  const context = createSearchContext(facts, search, now);
  const requestedStays = refused.map((stay) => requestedStayOf(stay, facts, now));
  const planned = requestedStays.map((requested) =>
    requested === undefined
      ? []
      : planAttempts(requested, { siblings: siblingsOf(requested, facts), search, now, kinds }),
  );
  const work = Math.max(0, MAX_WORK - (ctx.work?.total ?? 0));
  const limited = limitAttempts(planned, { stays: MAX_STAYS, work });
  const suggested: (readonly Alternative[])[] = [];
  for (const [index, requested] of requestedStays.entries()) {
    if (requested === undefined) suggested.push([]);
    else {
      const step = findAlternatives(requested, limited[index] ?? [], { facts, context, wanted });
      suggested.push(await runStep(deps, ctx, budget, countingWork(ctx, step)));
    }
  }
  return suggested;
}

/** Counts work before it is done. */
function* countingWork(ctx: RequestContext, step: Step<readonly Alternative[]>): typeof step {
  for (let next = step.next(); ; next = step.next()) {
    if (next.done === true) return next.value;
    ctx.work?.add(next.value);
    yield next.value;
  }
}

function spanAround(refused: readonly RefusedStay[]): Span {
  const spans = refused.map(({ window }) => widestSpan(window));
  return {
    start: Math.min(...spans.map(({ start }) => start)) - AROUND_MS,
    end: Math.max(...spans.map(({ end }) => end)) + AROUND_MS,
  };
}

function siblingsOf({ resource }: RequestedStay, { siblings, resources }: NearFacts): ResourceConfig[] {
  return (siblings.get(resource.id) ?? []).flatMap((id) => resources.get(id) ?? []);
}

/** Undefined where the resource, or the plan, is gone. */
function requestedStayOf(
  { resourceId, window, reasons, ratePlanId }: RefusedStay,
  { resources }: NearFacts,
  now: Temporal.Instant,
): RequestedStay | undefined {
  const resource = resources.get(resourceId);
  if (resource === undefined) return undefined;
  const plan = resource.plans.find(({ id }) => id === ratePlanId);
  if (plan === undefined && ratePlanId !== undefined) return undefined;
  return { resource, dated: datedStay(resource, stayAt(resource, window), now), reasons, plan };
}
