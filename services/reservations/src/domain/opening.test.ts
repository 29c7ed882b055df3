// Guards what a request learns about a reservation that is already there.
import { describe, expect, it } from 'vitest';
import { handleStandingOf, idempotencyStatus } from './opening.ts';
import type { OpenedReservation } from './opening.ts';
import { aReservation, noon } from '../../test/reservation.ts';

const opening = {
  idempotencyKey: 'key',
  fingerprint: 'same body',
  quoteId: 'quote',
  awaitsPaymentHandle: false,
};
const request = {
  idempotencyKey: 'key',
  fingerprint: 'same body',
  quoteExpiresAt: noon.add({ minutes: 15 }),
};
const found = (state: 'pending' | 'held', at = noon): OpenedReservation => ({
  reservation: aReservation(state),
  opening,
  attempt: { number: 1, until: noon.add({ seconds: 10 }) },
  at,
});

describe('the same key', () => {
  it('with the same body means the work is done, running or left lying', () => {
    expect(idempotencyStatus(found('held'), request)).toMatchObject({ value: { kind: 'done' } });
    expect(idempotencyStatus(found('pending'), request)).toMatchObject({ value: { kind: 'running' } });
    const later = noon.add({ seconds: 10 });
    expect(idempotencyStatus(found('pending', later), request)).toMatchObject({ value: { kind: 'lapsed' } });
  });

  it('with another body is a conflict', () => {
    expect(idempotencyStatus(found('held'), { ...request, fingerprint: 'other body' })).toMatchObject({
      refusal: { code: 'idempotency_key_conflict' },
    });
  });

  it('still has its answer when the quote is long gone', () => {
    expect(idempotencyStatus(found('held', noon.add({ hours: 24 * 29 })), request)).toMatchObject({
      value: { kind: 'done' },
    });
  });
});

describe('another key with the same quote', () => {
  it('gets no second hold', () => {
    expect(idempotencyStatus(found('held'), { ...request, idempotencyKey: 'other' })).toMatchObject({
      refusal: { code: 'hold_conflict' },
    });
  });

  it('learns first that the quote has expired', () => {
    const late = found('held', request.quoteExpiresAt);
    expect(idempotencyStatus(late, { ...request, idempotencyKey: 'other' })).toMatchObject({
      refusal: { code: 'quote_expired' },
    });
  });
});

describe('the way to pay for a booking', () => {
  const awaiting = (at = noon, state: 'held' | 'pending' = 'held'): OpenedReservation => ({
    ...found(state, at),
    opening: { ...opening, awaitsPaymentHandle: true },
  });

  it('is being opened while the attempt lasts, and left lying after it', () => {
    expect(handleStandingOf(awaiting()).kind).toBe('running');
    expect(handleStandingOf(awaiting(noon.add({ seconds: 10 }))).kind).toBe('lapsed');
  });

  it('is settled once it was handed over, and once the hold has ended', () => {
    expect(handleStandingOf(found('held')).kind).toBe('settled');
    expect(handleStandingOf(awaiting(noon.add({ minutes: 15 }))).kind).toBe('settled');
  });
});
