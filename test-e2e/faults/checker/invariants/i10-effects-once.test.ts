import { expect, it } from 'vitest';
import { evidenceOf, paid, paymentRow, refundRow, returned } from '../test/build-evidence.ts';
import { effectsOnce } from './i10-effects-once.ts';

const check = (pieces: Parameters<typeof evidenceOf>[0]): string[] => effectsOnce.check(evidenceOf(pieces));
const database = { payments: [paymentRow('one')], refunds: [refundRow('one')] };
const whole = { tenant: { intents: [paid('one')], refunds: [returned('one', 10_000)] }, database };

it('accepts one charge and one refund that the ledger knows', () => {
  expect(check(whole)).toEqual([]);
});

it.each([
  ['charged more than once', { intents: [paid('one', { charges: 2 })] }],
  ['was paid by', { intents: [paid('one'), paid('one', { id: 'pi-two', paymentId: 'other' })] }],
  [
    'has the intents',
    { intents: [paid('one'), paid('one', { id: 'pi-two', status: 'canceled', amountReceived: 0 })] },
  ],
  ['does not know the intent', { intents: [paid('one', { paymentId: 'other' })] }],
  ['was made 2 times', { refunds: [returned('one', 1), returned('one', 1, { id: 're-two' })] }],
  ['does not know the refund', { refunds: [returned('one', 1, { id: 're-two' })] }],
])('finds what %s', (what, tenant) => {
  expect(check({ ...whole, tenant: { ...whole.tenant, ...tenant } }).join()).toContain(what);
});

it('finds a refund of the product that it takes for one of the dashboard', () => {
  const refunds = [refundRow('one', 'provider')];
  expect(check({ ...whole, database: { ...database, refunds } })).toHaveLength(1);
});

it('accepts a charge for the stay and one for a change of it, and finds two for one change', () => {
  const change = (n: string) => ({
    ...paymentRow('one'),
    id: `payment-${n}`,
    provider_intent_id: `pi-${n}`,
    change_id: 'change-1',
  });
  const charge = (n: string) => paid('one', { id: `pi-${n}`, paymentId: `payment-${n}` });
  const both = { ...database, payments: [paymentRow('one'), change('two')] };
  const tenant = { ...whole.tenant, intents: [paid('one'), charge('two')] };
  expect(check({ tenant, database: both })).toEqual([]);
  const again = { ...tenant, intents: [...tenant.intents, charge('three')] };
  const twice = { ...both, payments: [...both.payments, change('three')] };
  expect(check({ tenant: again, database: twice }).join()).toContain('change-1 was paid by');
});
