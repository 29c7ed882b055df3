import * as contract from '@lodging/contract-reservations';
import type { RequestOf } from '@lodging/contract-wire';
import { randomUUID } from 'node:crypto';
import { valueOf } from './guest-requests.ts';
import type { TestReservations } from './start-reservations.ts';

type Wanted = Omit<RequestOf<typeof contract.quoteChange>, 'reservationId'>;

export const quoteChange = (service: TestReservations, reservationId: string, wanted: Wanted) =>
  service.request(contract.quoteChange, { reservationId, ...wanted });

export async function changeTokenFor(service: TestReservations, reservationId: string, wanted: Wanted) {
  return valueOf(await quoteChange(service, reservationId, wanted)).changeToken;
}

export function changeStay(
  service: TestReservations,
  reservationId: string,
  changeToken: string,
  more: Partial<RequestOf<typeof contract.changeStay>> = {},
) {
  const request = {
    reservationId,
    idempotencyKey: randomUUID(),
    changeToken,
    settle: 'now' as const,
    ...more,
  };
  return service.request(contract.changeStay, request);
}

export async function listChanges(service: TestReservations, reservationId: string) {
  const request = { reservationId, limit: 20, after: null };
  return valueOf(await service.request(contract.listChanges, request)).changes;
}

/** Two nights longer: 20000 more than the booking costs. */
export const LONGER = { to: '2027-03-04T10:00:00.000Z' };
/** One day later, at the current price. */
export const LATER = { from: '2027-03-02T14:00:00.000Z', to: '2027-03-03T10:00:00.000Z' };
