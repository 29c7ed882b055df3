import type { TracedBooking, TraceEntry } from '@lodging/contract-wire';
import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { collectFromServices } from './collect-from-services.ts';
import type { CollectDeps, UnreachedService } from './collect-from-services.ts';

const OWNER = 'reservations';

export interface Timeline {
  readonly booking: TracedBooking;
  readonly entries: readonly (TraceEntry & { readonly service: string })[];
  readonly unreached: readonly UnreachedService[];
}

/** The records of all services about one booking, in the order of time. */
export async function traceBooking(
  { services }: CollectDeps,
  ctx: RequestContext,
  bookingId: string,
): Promise<Result<Timeline>> {
  const owner = services.find(({ service }) => service === OWNER);
  const answer = await owner?.traceBooking(ctx, { bookingId, tenantId: null });
  if (answer?.reached !== true || !answer.result.ok) {
    return refuse('service_unavailable', `The booking is kept by ${OWNER}, which does not answer.`);
  }
  const { booking, entries } = answer.result.value;
  if (booking === null) return refuse('booking_not_found', 'There is no such booking.');
  const { tenantId } = booking;
  const others = services.filter(({ service }) => service !== OWNER);
  const { answers, unreached } = await collectFromServices({ services: others }, (service) =>
    service.traceBooking(ctx, { bookingId, tenantId }),
  );
  const all = [
    ...entries.map((entry) => ({ ...entry, service: OWNER })),
    ...answers.flatMap(({ service, value }) => value.entries.map((entry) => ({ ...entry, service }))),
  ];
  return ok({ booking, entries: all.toSorted(inOrder), unreached });
}

/** The order of entries with the same time: the change, then its consequences. Kinds of a later release come first. */
const KINDS = ['request', 'change', 'event', 'mail', 'provider_call', 'notification', 'webhook'];

function inOrder(one: TraceEntry, other: TraceEntry): number {
  const byTime = Temporal.Instant.compare(Temporal.Instant.from(one.at), Temporal.Instant.from(other.at));
  return byTime === 0 ? KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) : byTime;
}
