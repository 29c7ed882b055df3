import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { book, refund, weeklyStays, type BookingRequest } from '../harness/bookings.ts';
import { Client } from '../harness/client.ts';
import type { DemoTenant } from '../harness/demo.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import { eventually } from '../harness/eventually.ts';
import { makeLodging, makeTenant, type OwnTenant } from '../harness/own-tenant.ts';
import { payByCard, provider, untilState } from '../harness/stay.ts';
import type { Booking, CancellationPreview as Preview } from '../harness/records.ts';

interface Cancellation {
  policyCode: string | null;
  step: number | string;
  penaltyMinorUnits: string;
  keptMinorUnits: string;
  refundMinorUnits: string | null;
  dueMinorUnits: string | null;
  overridden: boolean;
  refunds: { amountMinorUnits: string; state: string }[];
}
interface Cancelled extends Booking {
  cancellationPolicy: { code: string; version: number; name: string } | null;
  schedule: { purpose: string; amountMinorUnits: string }[] | null;
  cancellation: Cancellation | null;
}

const demo = inject('demo');
let tenant: OwnTenant;
let next: () => BookingRequest;
let room: { id: string; ratePlanId: string };

const half = {
  name: 'Half',
  steps: [{ before: { count: 365, unit: 'days' }, penalty: { kind: 'none' } }],
  afterwards: { kind: 'percent', bps: 5_000, of: 'accommodation' },
  noShow: { kind: 'percent', bps: 10_000, of: 'total' },
};
const policies = '/v1/cancellation-policies';
const sellWith = (cancellationPolicyCode: string | null) =>
  tenant.secret.put(`/v1/resources/${room.id}/rates`, {
    ratePlans: [{ code: 'flex', name: 'Flexible', currency: 'EUR', cancellationPolicyCode }],
  });

beforeAll(async () => {
  tenant = await makeTenant(demo);
  room = await makeLodging(tenant.secret);
  next = weeklyStays(room, Temporal.Now.plainDateISO('UTC').add({ days: 30 }).toString());
  expect((await tenant.secret.put(`${policies}/half`, half)).status).toBe(200);
  expect((await sellWith('HALF')).status).toBe(200);
});

async function paidBooking(): Promise<{ id: string; intentId: string }> {
  const { booking, payment } = (await book(tenant.secret, next())).body;
  if (payment === null) throw new Error('nothing to pay');
  await payByCard(demo, { accountId: tenant.accountId } as DemoTenant, payment);
  await untilState(tenant.secret, booking.id, 'confirmed');
  return { id: booking.id, intentId: payment.providerPaymentIntentId };
}

async function refundedOf(intentId: string): Promise<number> {
  const list = await provider(demo).refunds.list(
    { payment_intent: intentId, limit: 100 },
    { stripeAccount: tenant.accountId },
  );
  return list.data.filter((one) => one.status !== 'failed').reduce((sum, one) => sum + one.amount, 0);
}

interface Sums {
  collectedMinorUnits: string;
  returnedMinorUnits: string;
  retainedMinorUnits: string;
  owedMinorUnits: string;
  undecidedMinorUnits: string;
}
async function sumsOf(id: string): Promise<Sums> {
  const { body } = await tenant.secret.get<Sums>(`/v1/bookings/${id}/payments`);
  const { collectedMinorUnits, returnedMinorUnits, retainedMinorUnits, owedMinorUnits } = body;
  const { undecidedMinorUnits } = body;
  return { collectedMinorUnits, returnedMinorUnits, retainedMinorUnits, owedMinorUnits, undecidedMinorUnits };
}

const cancel = (id: string, client = tenant.secret) => client.send<Cancelled>('DELETE', `/v1/bookings/${id}`);
const preview = (id: string, client = tenant.secret) =>
  client.get<Preview>(`/v1/bookings/${id}/cancellation`);
const patch = (id: string, body: object, client = tenant.secret) =>
  client.send<Cancelled>('PATCH', `/v1/bookings/${id}`, { body });

describe('a stay that is sold with a cancellation policy', () => {
  it('says in its quote what cancelling would cost, to a booking page too', async () => {
    const { guestEmail: _, ...requestedStay } = next();
    for (const client of [tenant.secret, tenant.browser]) {
      const quoted = await client.post<{ cancellation: object; schedule: object[] }>(
        '/v1/quotes',
        requestedStay,
      );
      expect(quoted.status, JSON.stringify(quoted.body)).toBe(200);
      expect(quoted.body.cancellation).toMatchObject({
        policyCode: 'half',
        policyVersion: 1,
        refundability: 'partially_refundable',
        graceUntil: null,
        timeline: [{ until: null, penaltyMinorUnits: '10000', refundMinorUnits: '10000' }],
        noShowPenaltyMinorUnits: '20000',
      });
      expect(quoted.body.schedule).toMatchObject([{ purpose: 'stay', amountMinorUnits: '20000' }]);
    }
  });

  it('is cancelled at half its price: the other half goes back to the card by itself', async () => {
    const { id, intentId } = await paidBooking();
    expect((await preview(id)).body).toMatchObject({
      legal: true,
      step: 'afterwards',
      penaltyMinorUnits: '10000',
      refundMinorUnits: '10000',
      timeline: [{ until: null, penaltyMinorUnits: '10000', refundMinorUnits: '10000' }],
    });
    const cancelled = await cancel(id);
    expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200);
    expect(cancelled.body).toMatchObject({
      state: 'cancelled',
      cancellation: {
        policyCode: 'half',
        step: 'afterwards',
        penaltyMinorUnits: '10000',
        keptMinorUnits: '10000',
        refundMinorUnits: '10000',
        dueMinorUnits: '0',
        overridden: false,
      },
    });
    expect(await refundedOf(intentId)).toBe(10_000);
    await eventually('the booking shows the refund', async () => {
      const { body } = await tenant.secret.get<Cancelled>(`/v1/bookings/${id}`);
      return body.cancellation?.refunds[0]?.state === 'succeeded';
    });
    expectProblem(await cancel(id), 409, 'illegal_transition');
    expect((await preview(id)).body).toMatchObject({ legal: false, timeline: [], penaltyMinorUnits: null });
    expect(await refundedOf(intentId)).toBe(10_000);
  });

  it('that is cancelled and refunded many times at once is cancelled once, and never refunds more than it took', async () => {
    const { id, intentId } = await paidBooking();
    const attempts = Array.from({ length: 30 }, (_, index) =>
      index % 2 === 0 ? cancel(id) : refund(tenant.secret, id, '2000'),
    );
    const answers = await Promise.all(attempts);
    const cancelled = answers.filter((answer, index) => index % 2 === 0 && answer.status === 200);
    expect(cancelled).toHaveLength(1);
    const back = await refundedOf(intentId);
    expect(back).toBeGreaterThanOrEqual(10_000);
    expect(back).toBeLessThanOrEqual(20_000);
    const { body } = await tenant.secret.get<Cancelled>(`/v1/bookings/${id}`);
    expect(body.cancellation).toMatchObject({ penaltyMinorUnits: '10000' });
  });

  it('keeps the policy it was sold with, whatever becomes of it', async () => {
    const { id, intentId } = await paidBooking();
    const hard = { ...half, steps: [], afterwards: { kind: 'percent', bps: 10_000, of: 'total' } };
    expect((await tenant.secret.put<object>(`${policies}/half`, hard)).body).toMatchObject({ version: 2 });
    expectProblem(await tenant.secret.send('DELETE', `${policies}/Half`), 409, 'policy_in_use');
    expect((await sellWith(null)).status).toBe(200);
    expect((await tenant.secret.send('DELETE', `${policies}/Half`)).status).toBe(204);
    await tenant.secret.send('PATCH', `/v1/resources/${room.id}`, { body: { timezone: 'Asia/Tokyo' } });
    const cancelled = await cancel(id);
    expect(cancelled.body).toMatchObject({
      cancellationPolicy: { code: 'half', version: 1 },
      cancellation: { penaltyMinorUnits: '10000' },
    });
    expect(await refundedOf(intentId)).toBe(10_000);
    await tenant.secret.send('PATCH', `/v1/resources/${room.id}`, { body: { timezone: 'UTC' } });
    expect((await tenant.secret.put<object>(`${policies}/half`, half)).body).toMatchObject({ version: 3 });
    expect((await sellWith('half')).status).toBe(200);
  });

  it('is cancelled at the penalty that the operator names, by a key that may', async () => {
    const { id, intentId } = await paidBooking();
    const made = await tenant.admin.post<{ key: string }>(`/admin/v1/tenants/${tenant.id}/api-keys`, {
      kind: 'secret',
      mode: 'live',
      permissions: ['read', 'book'],
    });
    const limited = new Client(demo.gatewayUrl, made.body.key);
    const waive = { state: 'cancelled', penalty: { kind: 'waive' } };
    expectProblem(await patch(randomUUID(), waive, limited), 403, 'insufficient_permission');
    expectProblem(await patch(id, waive, limited), 403, 'insufficient_permission');
    const fixed = (amountMinorUnits: unknown) => ({
      state: 'cancelled',
      penalty: { kind: 'fixed', amountMinorUnits },
    });
    for (const body of [
      fixed('20001'),
      fixed(5),
      fixed('-1'),
      { state: 'checked_in', penalty: { kind: 'waive' } },
    ])
      expectProblem(await patch(id, body), 400, 'validation_failed');
    expect((await patch(id, fixed('2500'))).body.cancellation).toMatchObject({
      step: 'override',
      penaltyMinorUnits: '2500',
      refundMinorUnits: '17500',
      overridden: true,
    });
    expect(await refundedOf(intentId)).toBe(17_500);
  });

  it('is not previewed or set up by a publishable key', async () => {
    expectProblem(await tenant.browser.get(policies), 403, 'secret_key_required');
    expectProblem(await preview(randomUUID(), tenant.browser), 403, 'secret_key_required');
    expectProblem(await preview(randomUUID()), 404, 'booking_not_found');
  });
});

describe('a stay without a policy', () => {
  it('is cancelled without moving money', async () => {
    expect((await sellWith(null)).status).toBe(200);
    const { id, intentId } = await paidBooking();
    expect((await preview(id)).body).toMatchObject({ legal: true, penaltyMinorUnits: null, timeline: [] });
    const cancelled = await cancel(id);
    expect(cancelled.body).toMatchObject({ state: 'cancelled', cancellation: null });
    expect(await refundedOf(intentId)).toBe(0);
    expect((await sellWith('half')).status).toBe(200);
  });
});

describe('the money of an ended stay', () => {
  const sums = (returned: string, retained: string, undecided: string): Sums => ({
    collectedMinorUnits: '20000',
    returnedMinorUnits: returned,
    retainedMinorUnits: retained,
    owedMinorUnits: '0',
    undecidedMinorUnits: undecided,
  });

  it('is kept by its terms, and less where the operator returns some of it', async () => {
    const { id } = await paidBooking();
    expect(await sumsOf(id)).toEqual(sums('0', '0', '0'));
    expect((await preview(id)).body).toMatchObject({ reason: null });
    await cancel(id);
    await eventually('half went back', async () => (await sumsOf(id)).returnedMinorUnits === '10000');
    expect(await sumsOf(id)).toEqual(sums('10000', '10000', '0'));
    expect((await refund(tenant.secret, id, '2500')).status).toBe(201);
    expect(await sumsOf(id)).toEqual(sums('12500', '7500', '0'));
  });

  it('without a policy is undecided until it is refunded; with a default policy nothing is', async () => {
    expect((await sellWith(null)).status).toBe(200);
    const { id } = await paidBooking();
    expect((await preview(id)).body).toMatchObject({ reason: 'no_policy', penaltyMinorUnits: null });
    await cancel(id);
    expect(await sumsOf(id)).toEqual(sums('0', '0', '20000'));
    await refund(tenant.secret, id, '5000');
    expect(await sumsOf(id)).toEqual(sums('5000', '0', '15000'));

    const standard = { ...half, name: 'Standard', default: true };
    const put = await tenant.secret.put(`${policies}/standard`, standard);
    expect(put.body).toMatchObject({ default: true, version: 1 });
    expectProblem(await tenant.secret.send('DELETE', `${policies}/standard`), 409, 'policy_in_use');
    const { id: other } = await paidBooking();
    const cancelled = await cancel(other);
    expect(cancelled.body.cancellation).toMatchObject({ policyCode: 'standard', keptMinorUnits: '10000' });
    await eventually('half went back', async () => (await sumsOf(other)).returnedMinorUnits === '10000');
    expect(await sumsOf(other)).toEqual(sums('10000', '10000', '0'));
  });
});
