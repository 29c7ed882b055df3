import * as contract from '@lodging/contract-reservations';
import { mapResult, ok } from '@lodging/kernel';
import { on, Unavailable } from '@lodging/kit-messaging';
import type { Route } from '@lodging/kit-messaging';
import { ListTimeout } from '../ports/bookings.ts';
import type { ReservationsDeps } from '../ports/deps.ts';
import { changeGuest } from '../use-cases/profiles/change-guest.ts';
import { eraseGuest } from '../use-cases/profiles/erase-guest.ts';
import { exportGuest } from '../use-cases/profiles/export-guest.ts';
import type { ExportedGuest } from '../use-cases/profiles/export-guest.ts';
import { listErasures } from '../use-cases/profiles/list-erasures.ts';
import { listGuests } from '../use-cases/profiles/list-guests.ts';
import { listGuestStays } from '../use-cases/profiles/list-guest-stays.ts';
import { mergeGuests } from '../use-cases/profiles/merge-guests.ts';
import { readGuest } from '../use-cases/profiles/read-guest.ts';
import { readGuestExport } from '../use-cases/profiles/read-guest-export.ts';
import {
  erasurePageToWire,
  erasureToWire,
  exportedGuestToWire,
  guestPageToWire,
  guestStayPageToWire,
  guestToWire,
  listGuestsFromWire,
  listErasuresFromWire,
  listGuestStaysFromWire,
} from '../wire/profiles.ts';

export function profileRoutes(deps: ReservationsDeps): Route[] {
  return [
    on(contract.listGuests, async (request, ctx) => {
      const listed = await listGuests(deps, ctx, listGuestsFromWire(request)).catch(asUnavailable);
      return mapResult(listed, guestPageToWire);
    }),
    on(contract.readGuest, async (request, ctx) =>
      mapResult(await readGuest(deps, ctx, request), guestToWire),
    ),
    on(contract.changeGuest, async (request, ctx) =>
      mapResult(await changeGuest(deps, ctx, request), guestToWire),
    ),
    on(contract.listGuestStays, async (request, ctx) =>
      mapResult(await listGuestStays(deps, ctx, listGuestStaysFromWire(request)), guestStayPageToWire),
    ),
    on(contract.mergeGuests, async (request, ctx) =>
      mapResult(await mergeGuests(deps, ctx, request), guestToWire),
    ),
    on(contract.exportGuest, async ({ guestId }, ctx) => {
      // The document is stored and sent as this text.
      const write = (exported: ExportedGuest) => JSON.stringify(exportedGuestToWire(exported));
      return exportGuest(deps, ctx, { guestId, write }).catch(asUnavailable);
    }),
    on(contract.readGuestExport, (request, ctx) => readGuestExport(deps, ctx, request)),
    on(contract.eraseGuest, async (request, ctx) => {
      const erased = await eraseGuest(deps, ctx, request);
      if (!erased.ok) return erased;
      const { erasure, replayed } = erased.value;
      return { ...ok(erasureToWire(erasure)), replayed };
    }),
    on(contract.listErasures, async (request, ctx) =>
      mapResult(await listErasures(deps, ctx, listErasuresFromWire(request)), erasurePageToWire),
    ),
  ];
}

/** Like a neighbour that is too slow, and no fault of this service. */
function asUnavailable(error: unknown): never {
  if (error instanceof ListTimeout)
    throw new Unavailable(contract.listGuests.subject, 'deadline-passed', error);
  throw error;
}
