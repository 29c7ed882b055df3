import * as contract from '@lodging/contract-reservations';
import { randomUUID } from 'node:crypto';
import type { InventoryClient } from './house.ts';

type Asked<T> = { ok: true; value: T } | { ok: false; refusal: { code: string } };

export function valueOf<T>(answer: Asked<T>): T {
  if (!answer.ok) throw new Error(`refused: ${answer.refusal.code}`);
  return answer.value;
}

/** What a test says of an answer in one word. */
export function outcomeOf(answer: Asked<unknown>): string {
  return answer.ok ? 'ok' : answer.refusal.code;
}

export const GUEST = 'guest@example.com';

/** A resource of its own unless a test names one. */
export async function takeQuote(
  house: InventoryClient,
  wish: { resourceId?: string; partySize?: number } = {},
  as?: string,
) {
  const stay = { from: '2027-03-01T14:00:00.000Z', to: '2027-03-03T10:00:00.000Z', quantity: 1 };
  const request = { resourceId: randomUUID(), partySize: 2, ...stay, ...wish };
  return valueOf(await house.ask(contract.createQuote, request, as));
}

export async function takeHold(
  house: InventoryClient,
  wish: { resourceId?: string; partySize?: number } = {},
) {
  const { signedQuoteToken } = await takeQuote(house, wish);
  return valueOf(await house.ask(contract.placeHold, { idempotencyKey: randomUUID(), signedQuoteToken }));
}

export async function receiveCode(
  house: InventoryClient,
  reservationId: string,
  email = GUEST,
): Promise<string> {
  valueOf(await house.ask(contract.sendGuestCode, { reservationId, email }));
  return house.neighbours.mails.at(-1)?.code ?? '';
}

export async function takeGuestToken(house: InventoryClient, reservationId: string): Promise<string> {
  const code = await receiveCode(house, reservationId);
  const verified = valueOf(await house.ask(contract.verifyGuestCode, { reservationId, email: GUEST, code }));
  return verified.guestVerificationToken;
}

export async function readBack(house: InventoryClient, reservationId: string) {
  return valueOf(await house.ask(contract.readBooking, { reservationId }));
}
