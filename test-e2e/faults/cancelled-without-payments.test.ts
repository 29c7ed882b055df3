import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { book, weeklyStays, type BookingRequest } from '../harness/bookings.ts';
import type { DemoTenant } from '../harness/demo.ts';
import { eventually } from '../harness/eventually.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import { startLodging, type Lodging } from '../harness/lodging.ts';
import { makeLodging, makeTenant, type OwnTenant } from '../harness/own-tenant.ts';
import { payByCard, provider, untilState } from '../harness/stay.ts';
import type { Booking } from '../harness/records.ts';

interface Cancelled extends Booking {
  readonly cancellation: { readonly refunds: { amountMinorUnits: string; state: string }[] } | null;
}

let lodging: Lodging;
let tenant: OwnTenant;
let next: () => BookingRequest;

beforeAll(async () => {
  lodging = await startLodging();
  tenant = await makeTenant(lodging.demo);
  const half = { kind: 'percent', bps: 5_000, of: 'total' };
  const policy = { name: 'Half', afterwards: half, noShow: half };
  expect((await tenant.secret.put('/v1/cancellation-policies/half', policy)).status).toBe(200);
  next = weeklyStays(await makeLodging(tenant.secret, { plan: { cancellationPolicyCode: 'half' } }));
});
afterAll(() => lodging.stop());

const cancel = (id: string) => tenant.secret.send<Cancelled>('DELETE', `/v1/bookings/${id}`);
const pidOfPayments = async () => (await lodging.reread()).services['payments']?.pid ?? 0;

async function paidBooking(): Promise<{ id: string; intentId: string }> {
  const { booking, payment } = (await book(tenant.secret, next())).body;
  if (payment === null) throw new Error('nothing to pay');
  await payByCard(lodging.demo, { accountId: tenant.accountId } as DemoTenant, payment);
  await untilState(tenant.secret, booking.id, 'confirmed', 30_000);
  return { id: booking.id, intentId: payment.providerPaymentIntentId };
}

async function refundsOf(intentId: string): Promise<number[]> {
  const ofIntent = { payment_intent: intentId, limit: 100 };
  const { data } = await provider(lodging.demo).refunds.list(ofIntent, { stripeAccount: tenant.accountId });
  return data.map(({ amount }) => amount);
}

/** 200.00 were paid, and half of it is kept. */
async function cancelWithout(id: string): Promise<void> {
  const began = performance.now();
  const cancelled = await cancel(id);
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(cancelled, JSON.stringify(cancelled.body)).toMatchObject({
    status: 200,
    body: {
      state: 'cancelled',
      cancellation: { penaltyMinorUnits: '10000', refundMinorUnits: null, dueMinorUnits: null, refunds: [] },
    },
  });
  expectProblem(await cancel(id), 409, 'illegal_transition');
}

async function settled(id: string, intentId: string): Promise<void> {
  await eventually(
    'the booking shows what went back',
    async () => {
      const { status, body } = await tenant.secret.get<Cancelled>(`/v1/bookings/${id}`);
      const refunds = body.cancellation?.refunds ?? [];
      return status === 200 && refunds.length > 0 && refunds.every(({ state }) => state === 'succeeded');
    },
    { withinMs: 60_000 },
  );
  expect(await refundsOf(intentId)).toEqual([10_000]);
}

describe('a stay with a policy that is cancelled while payments is away', () => {
  it('is cancelled at once, keeps its penalty, and once payments is back the rest goes back exactly once', async () => {
    const [stopped, killed] = [await paidBooking(), await paidBooking()];
    const pid = await pidOfPayments();
    process.kill(pid, 'SIGSTOP');
    try {
      await cancelWithout(stopped.id);
      await cancelWithout(killed.id);
      expect(await refundsOf(stopped.intentId)).toEqual([]);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await settled(stopped.id, stopped.intentId);
    await settled(killed.id, killed.intentId);
    const { body } = await tenant.secret.get(`/v1/bookings/${stopped.id}/payments`);
    expect(body).toMatchObject({
      collectedMinorUnits: '20000',
      returnedMinorUnits: '10000',
      owedMinorUnits: '0',
      dueMinorUnits: '0',
    });
  });

  it('has its money back exactly once, also where payments dies over it and over again', async () => {
    const { id, intentId } = await paidBooking();
    const pid = await pidOfPayments();
    process.kill(pid, 'SIGSTOP');
    await cancelWithout(id);
    process.kill(pid, 'SIGKILL');
    const second = await eventually('payments is started again', async () => {
      const now = await pidOfPayments();
      return now !== pid && now;
    });
    process.kill(second, 'SIGKILL');
    await settled(id, intentId);
  });
});
