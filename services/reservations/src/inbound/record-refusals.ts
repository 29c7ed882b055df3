import * as contract from '@lodging/contract-reservations';
import type { Route } from '@lodging/kit-messaging';
import { reservationIdIn } from '@lodging/kit-runtime';
import type { RefusedRequestRepository } from '../ports/refused-requests.ts';

export interface RecordRefusalsDeps {
  readonly refusedRequests: Pick<RefusedRequestRepository, 'record'>;
  readonly logFailure: (error: unknown, reservationId: string) => void;
}

const READS: readonly string[] = [
  contract.readBooking.subject,
  contract.readBookingPayments.subject,
  contract.previewCancellation.subject,
  contract.listHistory.subject,
];

/** What is refused to somebody about a reservation is recorded, for its timeline. A failure of that changes no answer. */
export function recordRefusals(route: Route, { refusedRequests, logFailure }: RecordRefusalsDeps): Route {
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
        const refused = { tenantId, reservationId, operation, code: outcome.refusal.code, requestId };
        await refusedRequests.record(refused).catch((error: unknown) => logFailure(error, reservationId));
        return outcome;
      };
    },
  };
}
