import * as contract from '@lodging/contract-reservations';
import type { Route } from '@lodging/kit-messaging';
import { currentTraceparent } from '@lodging/kit-runtime';
import { reservationIdIn } from '@lodging/operations';
import type { ReservationsDeps } from '../ports/deps.ts';

export type RecordRefusalsDeps = Pick<ReservationsDeps, 'refusals'>;

const READS: readonly string[] = [
  contract.readBooking.subject,
  contract.readBookingPayments.subject,
  contract.previewCancellation.subject,
  contract.listHistory.subject,
];

/** Records the refusals that concern a reservation, for its timeline. The answer does not wait for the record. */
export function recordRefusals(route: Route, { refusals }: RecordRefusalsDeps): Route {
  if (READS.includes(route.subject)) return route;
  const operation = route.subject.split('.').at(-1) ?? route.subject;
  return {
    ...route,
    read(body) {
      const run = route.read(body);
      const reservationId = reservationIdIn(body);
      if (reservationId === undefined) return run;
      return async (ctx) => {
        const outcome = await run(ctx);
        if (outcome.ok || outcome.refusal.code.endsWith('_not_found')) return outcome;
        const { tenantId, requestId } = ctx;
        const { code } = outcome.refusal;
        refusals.add({
          tenantId,
          reservationId,
          operation,
          code,
          requestId,
          traceparent: currentTraceparent(),
        });
        return outcome;
      };
    },
  };
}
