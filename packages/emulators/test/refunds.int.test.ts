import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type Stripe from 'stripe';
import type { PaymentEmulator } from '../src/index.ts';
import { eventually, idOf, refusalOf, sdk, startEmulator } from './start-emulator.ts';

let emulator: PaymentEmulator;
let stripe: Stripe;
beforeAll(async () => {
  emulator = await startEmulator();
  stripe = sdk(emulator);
});
afterAll(async () => emulator.stop());

async function paid(card = 'pm_card_visa', by = stripe): Promise<Stripe.PaymentIntent> {
  return by.paymentIntents.create({
    amount: 10_000,
    currency: 'eur',
    confirm: true,
    payment_method: card,
  });
}

async function refundsOf(intent: Stripe.PaymentIntent): Promise<Stripe.Refund[]> {
  return (await stripe.refunds.list({ payment_intent: intent.id })).data;
}

describe('refunding', () => {
  it('refunds the whole amount by default', async () => {
    const intent = await paid();
    const refund = await stripe.refunds.create({
      payment_intent: intent.id,
      reason: 'requested_by_customer',
      metadata: { reservation: 'r-1' },
    });
    expect(refund).toMatchObject({
      object: 'refund',
      amount: 10_000,
      status: 'succeeded',
      payment_intent: intent.id,
      charge: intent.latest_charge,
      reason: 'requested_by_customer',
      metadata: { reservation: 'r-1' },
    });
    const read = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge.refunds'] });
    expect(read.latest_charge).toMatchObject({
      refunded: true,
      amount_refunded: 10_000,
      refunds: { data: [{ id: refund.id }] },
    });
    const again = await refusalOf(stripe.refunds.create({ payment_intent: intent.id }));
    expect(again).toMatchObject({ statusCode: 400, code: 'charge_already_refunded' });
  });

  it('refunds parts until nothing remains, and refuses a part that is too large', async () => {
    const intent = await paid();
    await stripe.refunds.create({ payment_intent: intent.id, amount: 4000 });
    const tooLarge = await refusalOf(stripe.refunds.create({ payment_intent: intent.id, amount: 6001 }));
    expect(tooLarge).toMatchObject({ statusCode: 400, param: 'amount' });
    expect(tooLarge.message).toBe(
      'Refund amount (€60.01) is greater than unrefunded amount on charge (€60.00)',
    );
    expect((await stripe.refunds.create({ charge: idOf(intent.latest_charge) })).amount).toBe(6000);
    const all = await stripe.refunds.list({ payment_intent: intent.id });
    expect(all.data.reduce((sum, { amount }) => sum + amount, 0)).toBe(10_000);
  });

  it('creates one refund for fifty concurrent full ones', async () => {
    const intent = await paid();
    const calls = Array.from({ length: 50 }, async () =>
      stripe.refunds.create({ payment_intent: intent.id }),
    );
    const settled = await Promise.allSettled(calls);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('refuses intents that were not paid, and amounts below one', async () => {
    const open = await stripe.paymentIntents.create({ amount: 10_000, currency: 'eur' });
    const error = await refusalOf(stripe.refunds.create({ payment_intent: open.id }));
    expect(error.message).toContain('does not have a successful charge to refund');
    await refusalOf(stripe.paymentIntents.confirm(open.id, { payment_method: 'pm_card_chargeDeclined' }));
    expect((await refusalOf(stripe.refunds.create({ payment_intent: open.id }))).statusCode).toBe(400);
    const intent = await paid();
    const nothing = stripe.refunds.create({ payment_intent: intent.id, amount: 0 });
    expect((await refusalOf(nothing)).code).toBe('parameter_invalid_integer');
    expect((await refusalOf(stripe.refunds.create({}))).code).toBe('parameter_missing');
  });
});

describe('refunds that settle later', () => {
  it('succeed after a pending state with the card for it', async () => {
    const intent = await paid('pm_card_pendingRefund');
    const refund = await stripe.refunds.create({ payment_intent: intent.id });
    expect(refund.status).toBe('pending');
    await eventually(
      'the refund succeeds',
      async () => (await refundsOf(intent)).at(0)?.status === 'succeeded',
    );
  });

  it('fail with the card for it, and the amount can be refunded again', async () => {
    const intent = await paid('pm_card_refundFail');
    const refund = await stripe.refunds.create({ payment_intent: intent.id });
    expect(refund.status).toBe('succeeded');
    await eventually('the refund fails', async () => (await refundsOf(intent)).at(0)?.status === 'failed');
    const charges = await stripe.charges.list({ payment_intent: intent.id });
    expect(charges.data).toMatchObject([{ refunded: false, amount_refunded: 0 }]);
    const next = await stripe.refunds.create({ payment_intent: intent.id, amount: 10_000 });
    expect(next.amount).toBe(10_000);
    expect(() => emulator.controls.settleRefund(refund.id, 'failed')).toThrow('failed already');
  });

  it('can be made in the dashboard', async () => {
    const intent = await paid();
    const response = await fetch(`${emulator.url}/_emulator/refunds`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ payment_intent: intent.id, amount: 2500 }),
    });
    expect(response.status).toBe(201);
    expect((await stripe.refunds.list({ payment_intent: intent.id })).data).toMatchObject([{ amount: 2500 }]);
  });
});
