import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { book, bookedOffline, move, refund, weeklyStays, type BookingRequest } from '../harness/bookings.ts';
import { Client } from '../harness/client.ts';
import type { DemoTenant } from '../harness/demo.ts';
import { eventually } from '../harness/eventually.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import { makeLodging, makeTenant, type OwnTenant } from '../harness/own-tenant.ts';
import { payByCard, provider, untilState } from '../harness/stay.ts';
import type { Refund } from '../harness/records.ts';

const demo = inject('demo');
let tenant: OwnTenant;
let next: () => BookingRequest;

beforeAll(async () => {
  tenant = await makeTenant(demo);
  next = weeklyStays(await makeLodging(tenant.secret));
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

describe('refunds', () => {
  it('refunds two parts and then the remainder', async () => {
    const { id, intentId } = await paidBooking();
    const first = await refund(tenant.secret, id, '5000');
    expect(first.status, JSON.stringify(first.body)).toBe(201);
    expect(first.body).toMatchObject({
      reservationId: id,
      amountMinorUnits: '5000',
      currency: 'EUR',
      state: 'succeeded',
      providerRefundId: expect.any(String),
    });
    expectProblem(await refund(tenant.secret, id, '15001'), 409, 'refund_exceeds_payment');
    expect((await refund(tenant.secret, id, '1')).body.amountMinorUnits).toBe('1');
    expect((await refund(tenant.secret, id)).body.amountMinorUnits).toBe('14999');
    expectProblem(await refund(tenant.secret, id), 409, 'nothing_to_refund');
    expect(await refundedOf(intentId)).toBe(20_000);
  });

  it('creates one refund from fifty parallel full ones', async () => {
    const { id, intentId } = await paidBooking();
    const answers = await Promise.all(Array.from({ length: 50 }, () => refund(tenant.secret, id)));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    for (const answer of answers.filter((one) => one.status !== 201))
      expectProblem(answer, 409, 'nothing_to_refund');
    expect(await refundedOf(intentId)).toBe(20_000);
  });

  it('creates one refund from twenty parallel ones under one key, and repeats it', async () => {
    const { id, intentId } = await paidBooking();
    const idempotencyKey = randomUUID();
    const send = (amountMinorUnits = '4000', to = id) =>
      tenant.secret.post(`/v1/bookings/${to}/refunds`, { amountMinorUnits }, { idempotencyKey });
    const answers = await Promise.all(Array.from({ length: 20 }, () => send()));
    const created = answers.filter(({ status }) => status === 201);
    expect(created).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body['id']))).toEqual(new Set([created[0]?.body['id']]));
    const again = await send();
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(again.body).toMatchObject({ id: created[0]?.body['id'], state: 'succeeded' });
    expectProblem(await send('4001'), 409, 'idempotency_key_conflict');
    expectProblem(await send('4000', (await paidBooking()).id), 409, 'idempotency_key_conflict');
    const malformed = { idempotencyKey: 'once' };
    expectProblem(
      await tenant.secret.post(`/v1/bookings/${id}/refunds`, {}, malformed),
      400,
      'idempotency_key_required',
    );
    expect(await refundedOf(intentId)).toBe(4_000);
  });

  it('refuses what cannot be refunded, with the code of the contract', async () => {
    const offline = await bookedOffline(tenant.secret, next());
    expectProblem(await refund(tenant.secret, offline.id), 409, 'no_succeeded_payment');
    const held = await book(tenant.secret, next());
    expectProblem(await refund(tenant.secret, held.body.booking.id), 409, 'no_succeeded_payment');
    const { id } = await paidBooking();
    expectProblem(await refund(tenant.secret, id, '0'), 409, 'nothing_to_refund');
    expectProblem(await refund(tenant.secret, id, '9'.repeat(40)), 409, 'refund_exceeds_payment');
    expectProblem(await refund(tenant.secret, randomUUID()), 404, 'booking_not_found');
    for (const amountMinorUnits of ['-1', '1.5', 'all', 5]) {
      const answer = await tenant.secret.post(`/v1/bookings/${id}/refunds`, { amountMinorUnits });
      expectProblem(answer, 400, 'validation_failed');
    }
  });

  it('are in the audit trail with the key that made them', async () => {
    const { id } = await paidBooking();
    const made = await tenant.admin.post<{ id: string; key: string }>(
      `/admin/v1/tenants/${tenant.id}/api-keys`,
      { kind: 'secret', mode: 'live', name: 'front desk', permissions: ['payment:refund:create'] },
    );
    const given = await refund(new Client(demo.gatewayUrl, made.body.key), id, '700');
    expect(given.status, JSON.stringify(given.body)).toBe(201);
    const trail = await tenant.admin.get<{ entries: unknown[] }>(
      `/admin/v1/audit?tenantId=${tenant.id}&actor=${made.body.id}`,
    );
    expect(trail.body.entries).toMatchObject([
      {
        actor: { kind: 'secret_key', id: made.body.id, name: 'front desk' },
        action: 'refund.created',
        target: { kind: 'refund', id: given.body.id },
        requestId: given.headers.get('x-request-id'),
      },
    ]);
    expect(JSON.stringify(trail.body)).not.toMatch(/ada@example/i);
  });

  it('that no client requested are in the audit trail too, with the system as the actor', async () => {
    const { booking, payment } = (await book(tenant.secret, next())).body;
    if (payment === null) throw new Error('nothing to pay');
    const isLate = { effect: 'late', objectId: payment.providerPaymentIntentId, count: 1, delayMs: 2_000 };
    await fetch(`${demo.stripe.url}/_emulator/webhooks/rules`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...isLate, types: ['payment_intent.succeeded'] }),
    });
    await payByCard(demo, { accountId: tenant.accountId } as DemoTenant, payment);
    expect((await move(tenant.secret, booking.id, 'cancelled')).status).toBe(200);
    const ofBooking = { field: 'reservationId', before: null, after: booking.id };
    const entry = await eventually(
      'the refund is in the trail',
      async () => {
        const path = `/admin/v1/audit?tenantId=${tenant.id}&actor=system`;
        const { body } = await tenant.admin.get<{ entries: { changes: unknown[] }[] }>(path);
        return body.entries.find(({ changes }) => JSON.stringify(changes[0]) === JSON.stringify(ofBooking));
      },
      { withinMs: 40_000 },
    );
    expect(entry).toMatchObject({
      actor: { kind: 'system', id: 'payments', name: null },
      action: 'refund.created',
      target: { kind: 'refund', id: expect.any(String) },
      tenantId: tenant.id,
      address: null,
    });
    expect(await refundedOf(payment.providerPaymentIntentId)).toBe(20_000);
  }, 60_000);

  it('requires the permission, which no publishable key has', async () => {
    const { id } = await paidBooking();
    const made = await tenant.admin.post<{ key: string }>(`/admin/v1/tenants/${tenant.id}/api-keys`, {
      kind: 'secret',
      mode: 'live',
      permissions: [],
    });
    expectProblem(
      await refund(new Client(demo.gatewayUrl, made.body.key), id),
      403,
      'insufficient_permission',
    );
    expectProblem(await refund(tenant.browser, id), 403, 'secret_key_required');
  });

  it('is pending when the provider does not answer, and is completed once by itself', async () => {
    const { id, intentId } = await paidBooking();
    const faults = `${demo.stripe.url}/_emulator/faults`;
    const fault = {
      effect: 'lost_reply',
      count: 0,
      method: 'POST',
      path: '/v1/refunds',
      account: tenant.accountId,
    };
    await fetch(faults, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fault),
    });
    let pending: { status: number; body: Refund };
    try {
      pending = await refund(tenant.secret, id);
    } finally {
      await fetch(faults, { method: 'DELETE' });
    }
    expect(pending.status, JSON.stringify(pending.body)).toBe(201);
    expect(['pending', 'succeeded']).toContain(pending.body.state);
    expectProblem(await refund(tenant.secret, id), 409, 'nothing_to_refund');
    await eventually('the money is back', async () => (await refundedOf(intentId)) === 20_000);
  });

  it('records a refund made in the provider’s dashboard', async () => {
    const { id, intentId } = await paidBooking();
    const options = { stripeAccount: tenant.accountId };
    await provider(demo).refunds.create({ payment_intent: intentId, amount: 8_000 }, options);
    await eventually(
      'what remains is less',
      async () => (await refund(tenant.secret, id, '12001')).body.code === 'refund_exceeds_payment' || false,
    );
    expect((await refund(tenant.secret, id)).body.amountMinorUnits).toBe('12000');
  });

  it('refunds a payment for a hold that was being cancelled automatically, and none for a confirmed stay', async () => {
    const { id, intentId } = await paidBooking();
    expect((await move(tenant.secret, id, 'cancelled')).status).toBe(200);
    expect(await refundedOf(intentId)).toBe(0);
    expect((await refund(tenant.secret, id)).status).toBe(201);

    const { booking, payment } = (await book(tenant.secret, next())).body;
    if (payment === null) throw new Error('nothing to pay');
    const [paid, cancelled] = await Promise.allSettled([
      payByCard(demo, { accountId: tenant.accountId } as DemoTenant, payment),
      move(tenant.secret, booking.id, 'cancelled'),
    ]);
    expect(cancelled.status).toBe('fulfilled');
    if (paid.status === 'fulfilled') {
      await eventually('confirmed and kept, or cancelled and refunded', async () => {
        const { body } = await tenant.secret.get<{ state: string }>(`/v1/bookings/${booking.id}`);
        const back = await refundedOf(payment.providerPaymentIntentId);
        return body.state === 'confirmed' || (body.state === 'cancelled' && back === 20_000);
      });
    }
  });
});

describe('operator sessions', () => {
  const email = `operator-${randomUUID()}@example.test`;
  const password = 'correct horse battery staple';
  const anyone = new Client(demo.gatewayUrl);
  const login = (body: Record<string, unknown>) =>
    anyone.post<{ token: string; expiresAt: string }>('/v1/operator/sessions', body);

  beforeAll(async () => {
    expect(
      (await tenant.admin.post(`/admin/v1/tenants/${tenant.id}/operators`, { email, password })).status,
    ).toBe(201);
  });

  it('may what its role may, a manager unless given, until it ends', async () => {
    const session = await login({ email: email.toUpperCase(), password });
    expect(session.status, JSON.stringify(session.body)).toBe(201);
    expect(session.body.token).toMatch(/^os_/);
    const operator = new Client(demo.gatewayUrl, session.body.token);
    const { id } = await paidBooking();
    expect((await refund(operator, id, '100')).status).toBe(201);
    expect((await operator.get('/v1/metrics/summary')).status).toBe(200);
    expect((await operator.get(`/v1/bookings/${id}`)).status).toBe(200);
    const waive = { state: 'cancelled', penalty: { kind: 'waive' } };
    expectProblem(
      await operator.send('PATCH', `/v1/bookings/${id}`, { body: waive }),
      403,
      'insufficient_permission',
    );
    expect((await operator.send('DELETE', '/v1/operator/sessions/current')).status).toBe(204);
    expectProblem(await operator.get('/v1/metrics/summary'), 401, 'invalid_api_key');
  });

  it('of a front desk books, and is shown by name in the history, but refunds nothing', async () => {
    const desk = {
      email: `desk-${randomUUID()}@example.test`,
      password,
      role: 'front_desk',
      name: 'Ada Lovelace',
    };
    const made = await tenant.admin.post(`/admin/v1/tenants/${tenant.id}/operators`, desk);
    expect(made.body).toMatchObject({ role: 'front_desk', name: 'Ada Lovelace' });
    const session = await login({ email: desk.email, password });
    const operator = new Client(demo.gatewayUrl, session.body.token);
    const { id } = await bookedOffline(operator, next());
    expectProblem(await refund(operator, id), 403, 'insufficient_permission');
    const moved = await operator.send('PATCH', `/v1/bookings/${id}`, { body: { notes: 'Two keys' } });
    expect(moved.status, JSON.stringify(moved.body)).toBe(200);
    const history = await operator.get<{ entries: { actor: { kind: string; label: string | null } }[] }>(
      `/v1/bookings/${id}/history`,
    );
    const [{ actor } = { actor: undefined }] = history.body.entries.slice(-1);
    expect(actor).toMatchObject({ kind: 'operator', label: 'Ada Lovelace' });
    const operatorId = String(made.body['id']);
    const path = `/admin/v1/tenants/${tenant.id}/operators/${operatorId}`;
    expect((await tenant.admin.send('PATCH', path, { body: { role: 'viewer' } })).status).toBe(200);
    expectProblem(
      await operator.send('PATCH', `/v1/bookings/${id}`, { body: { notes: 'Three' } }),
      403,
      'insufficient_permission',
    );
    expect((await operator.get(`/v1/bookings/${id}`)).status).toBe(200);
  });

  it('can be started for the sandbox', async () => {
    const session = await login({ email, password, mode: 'test' });
    const { id } = await paidBooking();
    expectProblem(
      await refund(new Client(demo.gatewayUrl, session.body.token), id),
      404,
      'booking_not_found',
    );
  });

  it('allows five failed sign-ins per account in fifteen minutes, from any client and in parallel', async () => {
    const other = `operator-${randomUUID()}@example.test`;
    const tries = await Promise.all(
      Array.from({ length: 30 }, () => login({ email: other, password: 'guess' })),
    );
    expect(tries.filter((answer) => answer.status === 401)).toHaveLength(5);
    const refused = tries.filter((answer) => answer.status === 429);
    expect(refused).toHaveLength(25);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
