import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newCharge } from '../objects/charge.ts';
import { newPaymentIntent } from '../objects/payment-intent.ts';
import { newPaymentMethod } from '../objects/payment-method.ts';
import { testPaymentByName } from '../objects/known-payments.ts';
import type { Cause, Provider } from '../provider.ts';
import { ApiError } from '../protocol/api-error.ts';
import { createProvider } from '../create-provider.ts';
import { openStore } from '../state/store.ts';
import type { ChargeRecord } from '../state/records.ts';
import { refundCharge, settleRefund } from './refund-charge.ts';

const CAPTURED = 10_000;
const cause: Cause = { account: 'acct_hotel', request: null };

type Step =
  | { readonly refund: number | undefined }
  | { readonly settle: number; readonly as: 'succeeded' | 'failed' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ refund: fc.option(fc.integer({ min: -1, max: 12_000 }), { nil: undefined }) }),
  fc.record({ settle: fc.nat(5), as: fc.constantFrom('succeeded' as const, 'failed' as const) }),
);

async function paidCharge(): Promise<{ provider: Provider; charge: () => ChargeRecord }> {
  const store = await openStore(undefined);
  const provider = createProvider({
    store,
    pageUrl: (path) => path,
    publish: () => undefined,
    settleAfterMs: 0,
  });
  const behaves = testPaymentByName('pm_card_pendingRefund');
  if (behaves === undefined) throw new Error('no such test card');
  const intent = newPaymentIntent({
    amount: CAPTURED,
    currency: 'eur',
    livemode: false,
    created: 0,
    metadata: {},
    description: null,
    receiptEmail: null,
    captureMethod: 'automatic',
    confirmationMethod: 'automatic',
    allowedTypes: null,
    allowRedirects: 'always',
    statementDescriptorSuffix: null,
    transferGroup: null,
    applicationFeeAmount: null,
  });
  const object = newCharge(intent, newPaymentMethod(behaves, false, 0), 0, undefined);
  const first = store.charges.put(cause.account, { object, refundsBehave: 'pends' });
  const still = { ...provider, settleLater: () => undefined };
  return { provider: still, charge: () => store.charges.find(cause.account, object.id) ?? first };
}

function applyStep(provider: Provider, charge: ChargeRecord, step: Step): void {
  const { refunds } = provider.store;
  if ('refund' in step) {
    refundCharge(provider, cause, charge, { amount: step.refund, reason: null, metadata: {} });
    return;
  }
  const refund = refunds.newestFirst(cause.account)[step.settle];
  if (refund?.object.status === 'pending') settleRefund(provider, cause, refund, step.as);
}

describe('refunds of one charge', () => {
  it('never exceed the captured amount, whatever succeeds, fails or is refused in between', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const { provider, charge } = await paidCharge();
        for (const step of steps) {
          try {
            applyStep(provider, charge(), step);
          } catch (error) {
            expect(error).toBeInstanceOf(ApiError);
          }
          const active = provider.store.refunds
            .newestFirst(cause.account)
            .filter((r) => r.object.status !== 'failed');
          const total = active.reduce((sum, { object }) => sum + object.amount, 0);
          expect(charge().object.amount_refunded).toBe(total);
          expect(total).toBeLessThanOrEqual(CAPTURED);
          expect(charge().object.refunded).toBe(total === CAPTURED);
        }
      }),
      { numRuns: 200 },
    );
  });
});
