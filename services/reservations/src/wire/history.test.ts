import { describe, expect, it } from 'vitest';
import { refundHistoryFromWire } from './history.ts';

const refund = {
  id: 'f1',
  reservationId: 'r1',
  amountMinorUnits: '5000',
  currency: 'EUR',
  state: 'succeeded',
  providerRefundId: 're_1',
  reason: 'requested',
} as const;
const requestedBy = { kind: 'secret_key', id: 'k1', requestId: 'q1' } as const;
const eventOf = (data: Parameters<typeof refundHistoryFromWire>[0]['data']) => ({
  id: 'e1',
  type: 'evt.payments.v1.refund.created',
  tenantId: 't1',
  livemode: true,
  aggregateId: 'r1',
  aggregateVersion: 1,
  occurredAt: '2026-11-20T09:00:00Z',
  data,
});

describe('the entry of a refund', () => {
  it('names the key that requested it, and its request', () => {
    expect(refundHistoryFromWire(eventOf({ refund, requestedBy }), 'refunded').author).toEqual({
      actor: { kind: 'secret_key', id: 'k1' },
      requestId: 'q1',
      note: null,
    });
  });

  it('names payments where there is no requester, and for an event that was published before', () => {
    expect(refundHistoryFromWire(eventOf({ refund }), 'refunded').author.actor).toEqual({
      kind: 'system',
      id: 'payments',
    });
  });

  it('names the provider where the refund was made at it, or failed there', () => {
    const providerEventId = 'evt_1';
    const ofDashboard = eventOf({ refund: { ...refund, reason: 'provider' }, providerEventId });
    const failed = eventOf({ refund, requestedBy, providerEventId });
    for (const entry of [
      refundHistoryFromWire(ofDashboard, 'refunded'),
      refundHistoryFromWire(failed, 'refund_failed'),
    ])
      expect(entry.author.actor).toEqual({ kind: 'provider', id: 'evt_1' });
  });
});
