import * as contract from '@lodging/contract-reservations';
import type { RequestOf } from '@lodging/contract-wire';
import type { Caller } from '@lodging/kit-runtime';
import { randomUUID } from 'node:crypto';
import { placeHold, receiveCode, valueOf } from './guest-requests.ts';
import { createPaidBooking, moveBooking } from './operator-requests.ts';
import type { BookingRequest } from './operator-requests.ts';
import type { TestReservations } from './start-reservations.ts';

export const MANAGER: Caller = {
  kind: 'secret',
  keyId: randomUUID(),
  permissions: ['read', 'book', 'guest:export', 'guest:erase'],
};

export const newEmail = (): string => `guest-${randomUUID()}@example.com`;

export async function verifiedHold(service: TestReservations, email: string): Promise<string> {
  const { id } = await placeHold(service);
  const code = await receiveCode(service, id, email);
  valueOf(await service.request(contract.verifyGuestCode, { reservationId: id, email, code }));
  return id;
}

/** A booking that is over, of a guest without other bookings unless `changes` have an address. */
export async function endedBooking(service: TestReservations, changes: Partial<BookingRequest> = {}) {
  const { id, guestId } = await createPaidBooking(service, { guestEmail: newEmail(), ...changes });
  valueOf(await moveBooking(service, id, 'cancelled'));
  return { id, guestId: guestId ?? '' };
}

export const readGuest = async (service: TestReservations, guestId: string) =>
  valueOf(await service.request(contract.readGuest, { guestId }));

export async function listGuests(
  service: TestReservations,
  filter: Partial<RequestOf<typeof contract.listGuests>> = {},
) {
  const request = contract.listGuests.request.parse({ limit: 100, after: null, ...filter });
  return valueOf(await service.request(contract.listGuests, request));
}

export const eraseGuest = (service: TestReservations, guestId: string, caller: Caller = MANAGER) =>
  service.request(contract.eraseGuest, { guestId }, undefined, { caller });
