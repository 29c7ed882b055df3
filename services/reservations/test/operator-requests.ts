import * as contract from '@lodging/contract-reservations';
import type { RequestOf } from '@lodging/contract-wire';
import type { Caller } from '@lodging/kit-runtime';
import { randomUUID } from 'node:crypto';
import { valueOf } from './guest-requests.ts';
import type { TestReservations } from './start-reservations.ts';

export type BookingRequest = RequestOf<typeof contract.createBooking>;

/** A request with a resource and a key of its own, unless `changes` name them. */
export function bookingRequest(changes: Partial<BookingRequest> = {}): BookingRequest {
  return {
    idempotencyKey: randomUUID(),
    resourceId: randomUUID(),
    from: '2027-03-01T14:00:00.000Z',
    to: '2027-03-03T10:00:00.000Z',
    partySize: 2,
    guestEmail: 'guest@example.com',
    quantity: 1,
    paidOffline: false,
    ...changes,
  };
}

export const createBooking = (service: TestReservations, request: BookingRequest) =>
  service.request(contract.createBooking, request);

/** Held, with a payment handle. */
export async function createHeldBooking(service: TestReservations, changes: Partial<BookingRequest> = {}) {
  return valueOf(await createBooking(service, bookingRequest(changes))).booking;
}

/** Paid offline, so confirmed at once. */
export async function createPaidBooking(service: TestReservations, changes: Partial<BookingRequest> = {}) {
  return createHeldBooking(service, { ...changes, paidOffline: true });
}

export interface BookingPatch extends RequestOf<typeof contract.cancelBooking> {
  readonly state?: contract.ReservationState;
}

/** Requests the operation that the gateway selects for the body of a PATCH. */
export function patchBooking(
  service: TestReservations,
  { state, ...patch }: BookingPatch,
  ...as: [string?, { readonly caller?: Caller }?]
) {
  if (state === 'cancelled') return service.request(contract.cancelBooking, patch, ...as);
  if (state === 'no_show') return service.request(contract.recordNoShow, patch, ...as);
  const { penalty: _, ...change } = patch;
  return service.request(contract.changeBooking, { ...change, state }, ...as);
}

export const moveBooking = (
  service: TestReservations,
  reservationId: string,
  state: contract.ReservationState,
) => patchBooking(service, { reservationId, state });
