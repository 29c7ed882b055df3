import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../harness/client.ts';
import type { DemoTenant } from '../harness/demo.ts';
import { eventually } from '../harness/eventually.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import { startLodging, type Lodging } from '../harness/lodging.ts';
import { makeLodging, makeTenant, type OwnTenant } from '../harness/own-tenant.ts';
import {
  codeFromMail,
  confirm,
  hold,
  openPayment,
  payByCard,
  provider,
  quote,
  untilState,
  verifyGuest,
  type RequestedStay,
} from '../harness/stay.ts';

let lodging: Lodging;
let tenant: OwnTenant;
let secret: Client;
let requestedStay: RequestedStay;
let week = 0;
const payer = () => ({ accountId: tenant.accountId }) as DemoTenant;
const nextStay = (): RequestedStay => {
  week += 1;
  const start = Temporal.PlainDate.from('2027-05-03').add({ weeks: week });
  return { ...requestedStay, from: `${start}T15:00:00Z`, to: `${start.add({ days: 2 })}T10:00:00Z` };
};

beforeAll(async () => {
  lodging = await startLodging({
    HOLD_TTL_SECONDS: '5',
    QUOTE_TTL_SECONDS: '3',
    GUEST_CODE_TTL_SECONDS: '2',
  });
  tenant = await makeTenant(lodging.demo);
  secret = tenant.secret;
  const room = await makeLodging(secret);
  requestedStay = { resourceId: room.id, ratePlanId: room.ratePlanId, from: '', to: '', partySize: 1 };
});
afterAll(() => lodging.stop());

/** Drops the provider’s notifications, until they are to be delivered again. */
async function notifications(fate: 'lost' | 'delivered'): Promise<void> {
  const rules = `${lodging.demo.stripe.url}/_emulator/webhooks/rules`;
  const answer =
    fate === 'delivered'
      ? await fetch(rules, { method: 'DELETE' })
      : await fetch(rules, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ effect: 'drop' }),
        });
  expect(answer.ok, await answer.text()).toBe(true);
}

async function refundsOf(intentId: string) {
  const of = { payment_intent: intentId };
  return (await provider(lodging.demo).refunds.list(of, { stripeAccount: tenant.accountId })).data;
}

async function refundedInFull(intentId: string): Promise<void> {
  await eventually('the payment is refunded in full, once', async () => {
    const refunds = await refundsOf(intentId);
    const intent = await provider(lodging.demo).paymentIntents.retrieve(
      intentId,
      {},
      { stripeAccount: tenant.accountId },
    );
    return refunds.length === 1 && refunds[0]?.amount === intent.amount;
  });
}

describe('the end of a hold', () => {
  it('reads as expired, frees the night, cancels the intent, and refuses later requests', async () => {
    const stay = nextStay();
    const reservation = await hold(secret, stay);
    const token = await verifyGuest(lodging.demo, secret, reservation.id);
    const handle = await openPayment(secret, reservation.id);
    await untilState(secret, reservation.id, 'expired', 10_000);
    expectProblem(await confirm(secret, reservation.id, token), 409, 'not_confirmable');
    expectProblem(
      await secret.post(`/v1/holds/${reservation.id}/otp`, { email: 'g@example.test' }),
      409,
      'hold_not_held',
    );
    expectProblem(
      await secret.create(`/v1/holds/${reservation.id}/payment-intent`),
      409,
      'reservation_not_holdable',
    );
    await eventually('the intent is ended', async () => {
      const intent = await provider(lodging.demo).paymentIntents.retrieve(
        handle.providerPaymentIntentId,
        {},
        { stripeAccount: tenant.accountId },
      );
      return intent.status === 'canceled';
    });
    await hold(secret, stay);
  });

  it('refuses an expired quote, but replays the hold made from it', async () => {
    const { signedQuoteToken } = await quote(secret, nextStay());
    const used = await quote(secret, nextStay());
    const idempotencyKey = crypto.randomUUID();
    const first = await secret.post<{ id: string }>(
      '/v1/holds',
      { signedQuoteToken: used.signedQuoteToken },
      { idempotencyKey },
    );
    expect(first.status).toBe(201);
    await eventually(
      'the quote is past its time',
      async () => Temporal.Now.instant().since(Temporal.Instant.from(used.expiresAt)).sign > 0,
    );
    expectProblem(await secret.create('/v1/holds', { signedQuoteToken }), 400, 'quote_expired');
    const replay = await secret.post<{ id: string }>(
      '/v1/holds',
      { signedQuoteToken: used.signedQuoteToken },
      { idempotencyKey },
    );
    expect(replay.status).toBe(200);
    expect(replay.body.id).toBe(first.body.id);
  });

  it('answers an expired code with `expired`', async () => {
    const reservation = await hold(secret, nextStay());
    const email = 'slow-guest@example.test';
    const sent = await secret.post<{ expiresAt: string }>(`/v1/holds/${reservation.id}/otp`, { email });
    const code = await codeFromMail(lodging.demo, email);
    await eventually(
      'the code is past its time',
      async () => Temporal.Now.instant().since(Temporal.Instant.from(sent.body.expiresAt)).sign > 0,
    );
    expectProblem(
      await secret.post(`/v1/holds/${reservation.id}/otp/verify`, { email, code }),
      400,
      'expired',
    );
  });

  it('confirms a stay paid in time even when the notification never comes: confirm asks the provider', async () => {
    await notifications('lost');
    try {
      const reservation = await hold(secret, nextStay());
      const token = await verifyGuest(lodging.demo, secret, reservation.id);
      await payByCard(lodging.demo, payer(), await openPayment(secret, reservation.id));
      const confirmed = await confirm(secret, reservation.id, token);
      expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
      expect(confirmed.body.state).toBe('confirmed');
    } finally {
      await notifications('delivered');
    }
  });

  it('confirms a stay whose guest paid in time, though the notification comes after the end of the hold', async () => {
    await notifications('lost');
    const reservation = await hold(secret, nextStay());
    try {
      await payByCard(lodging.demo, payer(), await openPayment(secret, reservation.id));
      await untilState(secret, reservation.id, 'confirmed', 20_000);
    } finally {
      await notifications('delivered');
    }
  });
});

describe('a payment after the end of a hold', () => {
  /** While payments is stopped the intent stays open, so the guest can pay after the end of the hold. */
  async function payLate(
    stay: RequestedStay,
    meanwhile: () => Promise<void>,
    card?: string,
  ): Promise<{ id: string; intentId: string; token: string }> {
    const reservation = await hold(secret, stay);
    const token = await verifyGuest(lodging.demo, secret, reservation.id);
    const handle = await openPayment(secret, reservation.id);
    const pid = (await lodging.reread()).services['payments']?.pid ?? 0;
    process.kill(pid, 'SIGSTOP');
    try {
      await untilState(secret, reservation.id, 'expired', 10_000);
      await meanwhile();
      await payByCard(lodging.demo, payer(), handle, card);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    return { id: reservation.id, intentId: handle.providerPaymentIntentId, token };
  }

  it('confirms the stay when the units are still free', async () => {
    const late = await payLate(nextStay(), async () => undefined);
    await untilState(secret, late.id, 'confirmed');
  });

  it('that is on its way back never confirms the stay, though the units are free again before it has arrived', async () => {
    const stay = nextStay();
    let other = '';
    const takesUnits = async () => {
      other = (await hold(secret, stay)).id;
    };
    const late = await payLate(stay, takesUnits, 'pm_card_pendingRefund');
    await eventually(
      'the refund is with the provider',
      async () => (await refundsOf(late.intentId)).length === 1,
    );
    const cancelled = await secret.send('DELETE', `/v1/bookings/${other}`);
    expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200);
    expectProblem(await confirm(secret, late.id, late.token), 409, 'not_confirmable');
    await hold(secret, stay);
    await untilState(secret, late.id, 'expired');
    await refundedInFull(late.intentId);
  });

  it('refunds the payment in full, once, when the units are sold', async () => {
    const stay = nextStay();
    let other = '';
    const late = await payLate(stay, async () => {
      other = (await hold(secret, stay)).id;
    });
    const handle = await openPayment(secret, other);
    await payByCard(lodging.demo, payer(), handle);
    await untilState(secret, other, 'confirmed');
    await refundedInFull(late.intentId);
    await untilState(secret, late.id, 'expired');
    await untilState(secret, other, 'confirmed');
  });
});
