import * as contract from '@lodging/contract-reservations';
import { mapResult, ok, pageOf } from '@lodging/kernel';
import { on } from '@lodging/kit-messaging';
import type { Route } from '@lodging/kit-messaging';
import { bookingNotFound } from '../domain/stay/refusals.ts';
import type { ReservationsDeps } from '../ports/deps.ts';
import { changeStay } from '../use-cases/changes/change-stay.ts';
import { endChange, findShownChange } from '../use-cases/changes/end-change.ts';
import { quoteChange } from '../use-cases/changes/quote-change.ts';
import {
  changePageToWire,
  changeQuoteToWire,
  changeStayFromWire,
  changedStayToWire,
  quoteChangeFromWire,
  stayChangeToWire,
} from '../wire/changes.ts';

export function changeRoutes(deps: ReservationsDeps): Route[] {
  return [
    on(contract.quoteChange, async (request, ctx) =>
      mapResult(await quoteChange(deps, ctx, quoteChangeFromWire(request)), changeQuoteToWire),
    ),
    on(contract.changeStay, async (request, ctx) => {
      const changed = await changeStay(deps, ctx, changeStayFromWire(request));
      return changed.ok
        ? { ...ok(changedStayToWire(changed.value)), replayed: changed.value.replayed }
        : changed;
    }),
    on(contract.listChanges, async ({ reservationId, ...page }, { tenantId }) => {
      const snapshot = await deps.reservations.find(tenantId, reservationId);
      if (snapshot === undefined || snapshot.reservation.state === 'pending') return bookingNotFound();
      const rows = await deps.changes.list(tenantId, reservationId, page);
      return ok(changePageToWire(pageOf(rows, page.limit)));
    }),
    on(contract.readChange, async (request, ctx) =>
      mapResult(await findShownChange(deps, ctx, request), stayChangeToWire),
    ),
    on(contract.endChange, async (request, ctx) =>
      mapResult(await endChange(deps, ctx, request), () => ({ ended: true as const })),
    ),
  ];
}
