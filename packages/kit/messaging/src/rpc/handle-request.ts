import { OverShare, SemaphoreTimeout } from '@lodging/kit-runtime';
import type { RequestContext } from '@lodging/kit-runtime';
import { answerRequest, drop, isLate, openRequest, respond, sendHeartbeat } from './answer-request.ts';
import type { Delivery, RequestOutcome } from './answer-request.ts';
import { OVERLOADED, RATE_LIMITED, recordServerCall } from './call-metrics.ts';
import { holdSlot, weightOf } from './slots.ts';
import type { Slot, Slots } from './slots.ts';
import { writeFault } from './reply.ts';
import type { Route } from './route.ts';

type Handled = RequestOutcome | 'overloaded' | 'rateLimited';

/** Outcomes of the requests of an operation, and their total duration. */
export type Counts = Record<Handled, number> & { totalMs: number };

type Handling = Delivery & { readonly slots: Slots };

/** Never rejects. */
export async function handleRequest(route: Route, handling: Handling, counts: Counts): Promise<void> {
  const startedAt = performance.now();
  try {
    const ctx = openRequest(route, handling);
    counts[typeof ctx === 'string' ? ctx : await inItsPlace(route, handling, ctx)] += 1;
  } catch (error) {
    handling.log.error({ err: error }, 'a request could not be answered');
  }
  counts.totalMs += performance.now() - startedAt;
}

/** A request waits before it is parsed, so that requests of other tenants run meanwhile. */
async function inItsPlace(route: Route, handling: Handling, ctx: RequestContext): Promise<Handled> {
  const slot = handling.slots.slotOf(route.callers, ctx);
  const { share, key } = slot;
  if (!share.tryEnter(key)) {
    const startedAt = performance.now();
    try {
      await share.wait(key, weightOf(handling.message));
    } catch (error) {
      return turnAway(route, handling, { slot, error, startedAt });
    }
    // Its caller has waited long for a sign that the request is worked on.
    sendHeartbeat(handling.message);
  }
  const held = holdSlot(slot, handling.message);
  try {
    if (isLate(ctx)) return drop(route, handling, ctx);
    const { moveTo: countFor } = held;
    return await answerRequest(route, countFor === undefined ? ctx : { ...ctx, countFor }, handling);
  } finally {
    held.release();
  }
}

interface Waited {
  readonly slot: Slot;
  readonly error: unknown;
  readonly startedAt: number;
}

/** An overloaded service: the tenant has less than its fair share in progress. */
function turnAway(
  { subject }: Route,
  { message, log }: Delivery,
  { slot: { key, isOfTenant }, error, startedAt }: Waited,
): Handled {
  if (!(error instanceof OverShare) && !(error instanceof SemaphoreTimeout)) throw error;
  const isOverShare = isOfTenant && error instanceof OverShare;
  if (isOverShare) log.warn({ subject, tenantId: key }, 'a tenant exceeds its share of requests in progress');
  recordServerCall(subject, isOverShare ? RATE_LIMITED : OVERLOADED, startedAt);
  respond(message, writeFault(isOverShare ? 'rate-limited' : 'overloaded'));
  return isOverShare ? 'rateLimited' : 'overloaded';
}
