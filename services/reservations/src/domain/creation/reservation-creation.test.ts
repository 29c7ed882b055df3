import { describe, expect, it } from 'vitest';
import { idempotencyStatus, paymentSetupStatus } from './reservation-creation.ts';
import type { ReservationCreation } from './reservation-creation.ts';
import { buildReservation, noon } from '../../../test/build-reservation.ts';

const request = {
  idempotencyKey: 'key',
  fingerprint: 'same body',
  expiresAt: noon.add({ minutes: 15 }),
};
const existing = (state: 'pending' | 'held', at = noon): ReservationCreation => ({
  reservation: buildReservation(state),
  terms: null,
  cancellation: null,
  balanceState: 'none',
  idempotencyKey: 'key',
  hasFingerprint: (given) => given === 'same body',
  awaitsPaymentHandle: false,
  attempt: { number: 1, until: noon.add({ seconds: 10 }) },
  at,
});

describe('a request with the same key', () => {
  it('and body finds the creation completed, in progress or abandoned', () => {
    expect(idempotencyStatus(existing('held'), request)).toMatchObject({ value: { kind: 'completed' } });
    expect(idempotencyStatus(existing('pending'), request)).toMatchObject({ value: { kind: 'in_progress' } });
    const later = noon.add({ seconds: 10 });
    expect(idempotencyStatus(existing('pending', later), request)).toMatchObject({
      value: { kind: 'abandoned' },
    });
  });

  it('and another body is a conflict', () => {
    expect(idempotencyStatus(existing('held'), { ...request, fingerprint: 'other body' })).toMatchObject({
      refusal: { code: 'idempotency_key_conflict' },
    });
  });

  it('is answered after its quote has expired', () => {
    expect(idempotencyStatus(existing('held', noon.add({ hours: 24 * 29 })), request)).toMatchObject({
      value: { kind: 'completed' },
    });
  });
});

describe('a request with another key for the same quote', () => {
  it('is a conflict', () => {
    expect(idempotencyStatus(existing('held'), { ...request, idempotencyKey: 'other' })).toMatchObject({
      refusal: { code: 'hold_conflict' },
    });
  });

  it('is refused as expired once the quote has expired', () => {
    const late = existing('held', request.expiresAt);
    expect(idempotencyStatus(late, { ...request, idempotencyKey: 'other' })).toMatchObject({
      refusal: { code: 'quote_expired' },
    });
  });
});

describe('the payment setup of a booking', () => {
  const awaiting = (at = noon, state: 'held' | 'pending' = 'held'): ReservationCreation => ({
    ...existing(state, at),
    awaitsPaymentHandle: true,
  });

  it('is in progress until the end of its attempt, then abandoned', () => {
    expect(paymentSetupStatus(awaiting()).kind).toBe('in_progress');
    expect(paymentSetupStatus(awaiting(noon.add({ seconds: 10 }))).kind).toBe('abandoned');
  });

  it('is completed once the handle was delivered, and once the hold has expired', () => {
    expect(paymentSetupStatus(existing('held')).kind).toBe('completed');
    expect(paymentSetupStatus(awaiting(noon.add({ minutes: 15 }))).kind).toBe('completed');
  });
});
