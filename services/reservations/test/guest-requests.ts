import * as contract from '@lodging/contract-reservations';
import { randomUUID } from 'node:crypto';
import type { TestReservations } from './start-reservations.ts';

type Answer<T> = { ok: true; value: T } | { ok: false; refusal: { code: string } };

export function valueOf<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(`refused: ${answer.refusal.code}`);
  return answer.value;
}

/** `ok`, or the code of the refusal. */
export function outcomeOf(answer: Answer<unknown>): string {
  return answer.ok ? 'ok' : answer.refusal.code;
}

export const GUEST = 'guest@example.com';

interface StayChanges {
  readonly quantity?: number;
  readonly to?: string;
  readonly resourceId?: string;
  readonly partySize?: number;
}

/** Of a resource without a room type: three started days. */
export const GUEST_STAY = { from: '2027-03-01T14:00:00.000Z', to: '2027-03-03T10:00:00.000Z', quantity: 1 };

/** A quote for a resource of its own, unless `changes` name one. */
export async function createQuote(service: TestReservations, changes: StayChanges = {}, tenantId?: string) {
  const request = { resourceId: randomUUID(), partySize: 2, ...GUEST_STAY, ...changes };
  return valueOf(await service.request(contract.createQuote, request, tenantId));
}

export async function placeHold(service: TestReservations, changes: StayChanges = {}) {
  const { signedQuoteToken } = await createQuote(service, changes);
  const request = { idempotencyKey: randomUUID(), signedQuoteToken };
  return valueOf(await service.request(contract.placeHold, request));
}

export async function receiveCode(
  service: TestReservations,
  reservationId: string,
  email = GUEST,
): Promise<string> {
  valueOf(await service.request(contract.sendGuestCode, { reservationId, email }));
  return service.neighbours.mails.at(-1)?.code ?? '';
}

export async function obtainGuestToken(service: TestReservations, reservationId: string): Promise<string> {
  const code = await receiveCode(service, reservationId);
  const request = { reservationId, email: GUEST, code };
  return valueOf(await service.request(contract.verifyGuestCode, request)).guestVerificationToken;
}

export async function readBooking(service: TestReservations, reservationId: string) {
  const { booking } = valueOf(await service.request(contract.readBooking, { reservationId }));
  if (booking === null) throw new Error('a read without entity tags was answered without a booking');
  return booking;
}
