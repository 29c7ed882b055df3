// Guards what a request learns about a reservation that is already there.
import { describe, expect, it } from 'vitest';
import { standingOf } from './opening.ts';
import type { OpenedReservation } from './opening.ts';
import { aReservation, noon } from './test-reservation.ts';

const opening = { idempotencyKey: 'key', fingerprint: 'same body', quoteId: 'quote' };
const request = {
  idempotencyKey: 'key',
  fingerprint: 'same body',
  quoteExpiresAt: noon.add({ minutes: 15 }),
};
const found = (state: 'pending' | 'held', at = noon): OpenedReservation => ({
  reservation: aReservation(state),
  opening,
  at,
});

describe('the same key', () => {
  it('with the same body means the work is done, running or left lying', () => {
    expect(standingOf(found('held'), request)).toMatchObject({ value: { kind: 'done' } });
    expect(standingOf(found('pending'), request)).toMatchObject({ value: { kind: 'running' } });
    const later = noon.add({ seconds: 10 });
    expect(standingOf(found('pending', later), request)).toMatchObject({ value: { kind: 'lapsed' } });
  });

  it('with another body is a conflict', () => {
    expect(standingOf(found('held'), { ...request, fingerprint: 'other body' })).toMatchObject({
      refusal: { code: 'idempotency_key_conflict' },
    });
  });

  it('still has its answer when the quote is long gone', () => {
    expect(standingOf(found('held', noon.add({ hours: 24 * 29 })), request)).toMatchObject({
      value: { kind: 'done' },
    });
  });
});

describe('another key with the same quote', () => {
  it('gets no second hold', () => {
    expect(standingOf(found('held'), { ...request, idempotencyKey: 'other' })).toMatchObject({
      refusal: { code: 'hold_conflict' },
    });
  });

  it('learns first that the quote has expired', () => {
    const late = found('held', request.quoteExpiresAt);
    expect(standingOf(late, { ...request, idempotencyKey: 'other' })).toMatchObject({
      refusal: { code: 'quote_expired' },
    });
  });
});
