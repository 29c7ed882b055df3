import * as contract from '@lodging/contract-reservations';
import type { RequestOf } from '@lodging/contract-wire';
import { randomUUID } from 'node:crypto';
import { valueOf } from './guest.ts';
import type { InventoryClient } from './house.ts';

type Wish = RequestOf<typeof contract.createBooking>;

/** A resource and a key of its own unless a test names them. */
export function aBooking(changes: Partial<Wish> = {}): Wish {
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

export const book = (house: InventoryClient, wish: Wish) => house.ask(contract.createBooking, wish);

/** Held, with a way to pay. */
export async function bookHeld(house: InventoryClient, changes: Partial<Wish> = {}) {
  return valueOf(await book(house, aBooking(changes))).booking;
}

/** Confirmed at once. */
export async function bookPaid(house: InventoryClient, changes: Partial<Wish> = {}) {
  return bookHeld(house, { ...changes, paidOffline: true });
}

export const move = (house: InventoryClient, reservationId: string, state: contract.ReservationState) =>
  house.ask(contract.moveBooking, { reservationId, state });
