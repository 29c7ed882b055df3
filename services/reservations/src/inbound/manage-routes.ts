import * as contract from '@lodging/contract-reservations';
import { mapResult, ok } from '@lodging/kernel';
import { on } from '@lodging/kit-messaging';
import type { Route } from '@lodging/kit-messaging';
import type { ReservationsDeps } from '../ports/deps.ts';
import { cancelManagedBooking } from '../use-cases/manage/cancel-managed-booking.ts';
import { changeManagedStay } from '../use-cases/manage/change-managed-stay.ts';
import { createGuestLink } from '../use-cases/manage/create-guest-link.ts';
import { endGuestLinks } from '../use-cases/manage/end-guest-links.ts';
import { openManagedSession } from '../use-cases/manage/open-managed-session.ts';
import { quoteManagedChange } from '../use-cases/manage/quote-managed-change.ts';
import { readManagedBooking } from '../use-cases/manage/read-managed-booking.ts';
import { requestGuestLink } from '../use-cases/manage/request-guest-link.ts';
import {
  changedByGuestToWire,
  changeManagedFromWire,
  managedQuoteToWire,
  quoteManagedFromWire,
  cancelledByGuestToWire,
  cancelManagedFromWire,
  guestLinkToWire,
  managedBookingToWire,
} from '../wire/manage.ts';

/** What guests do themselves, and the links with which they do it. */
export function manageRoutes(deps: ReservationsDeps): Route[] {
  return [
    on(contract.createGuestLink, async (request, ctx) =>
      mapResult(await createGuestLink(deps, ctx, request), guestLinkToWire),
    ),
    on(contract.endGuestLinks, (request, ctx) => endGuestLinks(deps, ctx, request)),
    on(contract.requestGuestLink, (request, ctx) => requestGuestLink(deps, ctx, request)),
    on(contract.readManagedBooking, async (request, ctx) =>
      mapResult(await readManagedBooking(deps, ctx, request), managedBookingToWire),
    ),
    on(contract.cancelManagedBooking, async (request, ctx) =>
      mapResult(
        await cancelManagedBooking(deps, ctx, cancelManagedFromWire(request)),
        cancelledByGuestToWire,
      ),
    ),
    on(contract.quoteManagedChange, async (request, ctx) =>
      mapResult(await quoteManagedChange(deps, ctx, quoteManagedFromWire(request)), managedQuoteToWire),
    ),
    on(contract.changeManagedStay, async (request, ctx) => {
      const changed = await changeManagedStay(deps, ctx, changeManagedFromWire(request));
      return changed.ok
        ? { ...ok(changedByGuestToWire(changed.value)), replayed: changed.value.replayed }
        : changed;
    }),
    on(contract.openManagedSession, async (request, ctx) => {
      const opened = await openManagedSession(deps, ctx, request);
      if (!opened.ok) return opened;
      const { value, reservationId, replayed } = opened.value;
      return { ...ok({ ...value, reservationId }), replayed };
    }),
  ];
}
