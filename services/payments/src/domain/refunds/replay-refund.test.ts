import { describe, expect, it } from 'vitest';
import { buildPaidPayment, NOW } from '../../../test/build-ledger.ts';
import { emptyLedger } from '../ledger/ledger.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { refuseRefund, reserveRequestedRefund } from './reserve-refund.ts';

const lease = { owner: 'one', until: NOW.add({ seconds: 30 }) };
const paid: Ledger = { ...emptyLedger('r1'), payments: [buildPaidPayment({ amountMinorUnits: 1000n })] };

function request(ledger: Ledger, amountMinorUnits: bigint | null, newRefundId: string) {
  const ids = { newRefundId, newId: () => 'other' };
  const terms = { amountMinorUnits, hasAccount: true, lease, now: NOW };
  return reserveRequestedRefund(ledger, { ...terms, ...ids, idempotencyKey: 'k1' });
}

describe('a requested refund under a key', () => {
  const made = request(paid, 300n, 'f1');

  it('is answered with what the key made', () => {
    const again = request(made.ledger, 300n, 'f2');
    expect(again.ledger).toBe(made.ledger);
    expect(again.result).toMatchObject({ kind: 'replayed', parts: [{ id: 'f1', amountMinorUnits: 300n }] });
  });

  it.each([null, 301n])('is a conflict with another amount: %s', (amount) => {
    expect(request(made.ledger, amount, 'f2')).toMatchObject({
      ledger: made.ledger,
      result: { kind: 'refused', refusal: { code: 'idempotency_key_conflict' } },
    });
  });

  it('is made again where the provider refused it, and then bears the key alone', () => {
    const { ledger: failed } = refuseRefund(made.ledger, 'f1');
    const { ledger } = request(failed, 400n, 'f2');
    expect(ledger.refunds.map(({ id, requestKey }) => [id, requestKey?.amountMinorUnits])).toEqual([
      ['f1', undefined],
      ['f2', 400n],
    ]);
    expect(request(failed, 5000n, 'f2').ledger).toBe(failed);
  });
});
