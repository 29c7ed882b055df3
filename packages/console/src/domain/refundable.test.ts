import { expect, it } from 'vitest';
import { refundable } from './refundable.ts';

const payment = (amountMinorUnits: string, more: object = {}): never =>
  ({
    amountMinorUnits,
    state: 'succeeded',
    providerPaymentIntentId: 'pi_1',
    returned: false,
    ...more,
  }) as never;

it('what was paid online and at the desk goes back by the way that it came', () => {
  const payments = [
    payment('20000'),
    payment('9000', { state: 'failed' }),
    payment('5000', { providerPaymentIntentId: null }),
    payment('1000', { providerPaymentIntentId: null, returned: true }),
  ];
  const refunds = [
    { amountMinorUnits: '500', state: 'pending' },
    { amountMinorUnits: '700', state: 'failed' },
  ] as never[];
  expect(refundable({ payments, refunds })).toEqual({ online: 19_500n, atDesk: 4_000n });
});
