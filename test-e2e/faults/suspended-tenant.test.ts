import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connected, dayAfter, eventAfter, nightsWith, openFeed } from '../harness/calendars.ts';
import { Client } from '../harness/client.ts';
import type { DemoTenant } from '../harness/demo.ts';
import { eventually } from '../harness/eventually.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import { calendarOf, startFeedServer, type FeedServer } from '../harness/feed-server.ts';
import { startLodging, type Lodging } from '../harness/lodging.ts';
import { makeLodging, makeTenant, type OwnTenant } from '../harness/own-tenant.ts';
import { hold, openPayment, payByCard, provider, untilState, type RequestedStay } from '../harness/stay.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../harness/webhook-receiver.ts';
import { registered } from '../harness/webhooks.ts';

let lodging: Lodging;
let tenant: OwnTenant;
let receiver: WebhookReceiver;
let elsewhere: FeedServer;

beforeAll(async () => {
  [lodging, receiver, elsewhere] = await Promise.all([
    startLodging({ HOLD_TTL_SECONDS: '10' }),
    startWebhookReceiver(),
    startFeedServer(),
  ]);
});
afterAll(async () => {
  await Promise.all([lodging.stop(), receiver.stop(), elsewhere.stop()]);
});

async function suspend(): Promise<void> {
  const path = `/admin/v1/tenants/${tenant.id}`;
  const suspended = await tenant.admin.post(`${path}/suspend`, { reason: 'unpaid' });
  expect(suspended.status, JSON.stringify(suspended.body)).toBe(200);
  expectProblem(await tenant.secret.get('/v1/resources'), 403, 'tenant_suspended');
}

async function reinstate(): Promise<void> {
  expect((await tenant.admin.post(`/admin/v1/tenants/${tenant.id}/reinstate`)).status).toBe(200);
}

async function returnedFor(intentId: string): Promise<number> {
  const { data } = await provider(lodging.demo).refunds.list(
    { payment_intent: intentId },
    { stripeAccount: tenant.accountId },
  );
  return data.reduce((sum, { amount }) => sum + amount, 0);
}

describe('while a tenant is suspended', () => {
  let room: { id: string; ratePlanId: string };
  const stay = (from: number): RequestedStay => ({
    resourceId: room.id,
    ratePlanId: room.ratePlanId,
    from: `${dayAfter(from)}T15:00:00Z`,
    to: `${dayAfter(from + 2)}T10:00:00Z`,
    partySize: 1,
  });
  const payer = () => ({ accountId: tenant.accountId }) as DemoTenant;
  const delivered = (type: string, id: string) =>
    eventually(
      `${type} of ${id} is delivered`,
      async () =>
        receiver
          .received('/hook')
          .some(({ body }) => body.type === type && Object.values(body.data.object).includes(id)),
      // A process that stood still may have left events to the end of their lease.
      { withinMs: 45_000 },
    );

  beforeAll(async () => {
    tenant = await makeTenant(lodging.demo);
    room = await makeLodging(tenant.secret);
    await registered(tenant.secret, receiver.urlOf('/hook'));
  });

  it('a payment that arrives confirms its stay, a hold without one ends, and the webhooks report it', async () => {
    const paid = await hold(tenant.secret, stay(0));
    const handle = await openPayment(tenant.secret, paid.id);
    const unpaid = await hold(tenant.secret, stay(4));
    await suspend();
    await payByCard(lodging.demo, payer(), handle);
    await delivered('payment.succeeded', paid.id);
    await delivered('reservation.confirmed', paid.id);
    await eventually(
      'the unpaid hold is over',
      async () => Temporal.Instant.compare(Temporal.Now.instant(), unpaid.holdExpiresAt ?? '') > 0,
    );
    await reinstate();
    await untilState(tenant.secret, paid.id, 'confirmed', 1_000);
    await untilState(tenant.secret, unpaid.id, 'expired', 1_000);
    await hold(tenant.secret, stay(4));
  });

  it('money that arrives for units that were sold meanwhile goes back', async () => {
    const late = await hold(tenant.secret, stay(10));
    const handle = await openPayment(tenant.secret, late.id);
    const pid = (await lodging.reread()).services['payments']?.pid ?? 0;
    process.kill(pid, 'SIGSTOP');
    try {
      await untilState(tenant.secret, late.id, 'expired', 15_000);
      await hold(tenant.secret, stay(10));
      await suspend();
      await payByCard(lodging.demo, payer(), handle);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await eventually('the money goes back in full', async () => {
      const returned = await returnedFor(handle.providerPaymentIntentId);
      return returned === Number(handle.amountMinorUnits);
    });
    await delivered('refund.created', late.id);
    await reinstate();
    await untilState(tenant.secret, late.id, 'expired', 1_000);
  });

  it('calendars are served and read, so that no night is sold twice elsewhere', async () => {
    const { token } = await openFeed(tenant.secret, room.id);
    elsewhere.serve('/theirs.ics', calendarOf(eventAfter('a', 20, 22)));
    const importing = await connected(tenant.secret, elsewhere.urlOf('/theirs.ics'), room.id);
    const booked = await tenant.secret.post<{ booking: { id: string } }>(
      '/v1/bookings',
      { ...stay(30), guestEmail: 'ada@example.com', paidOffline: true },
      { idempotencyKey: randomUUID() },
    );
    expect(booked.status, JSON.stringify(booked.body)).toBe(201);
    await suspend();
    const anyone = new Client(lodging.demo.gatewayUrl);
    const feed = await anyone.get<string>(`/v1/feeds/${token}.ics`);
    expect(feed.status).toBe(200);
    expect(feed.body).toContain(dayAfter(30).replaceAll('-', ''));
    elsewhere.serve('/theirs.ics', calendarOf(eventAfter('a', 20, 22), eventAfter('b', 24, 26)));
    const synced = await tenant.admin.post(
      `/admin/v1/tenants/${tenant.id}/feeds/${importing.id}/sync?mode=live`,
    );
    expect(synced.status, JSON.stringify(synced.body)).toBe(202);
    await eventually('the feed is read', async () => {
      const { body } = await tenant.admin.get<{ feeds: { id: string; eventCount: number }[] }>(
        `/admin/v1/tenants/${tenant.id}/feeds?mode=live`,
      );
      return body.feeds.some(({ id, eventCount }) => id === importing.id && eventCount === 2);
    });
    await reinstate();
    const window = { from: dayAfter(18), to: dayAfter(28) };
    expect(await nightsWith(tenant.secret, room.id, window)).toEqual(
      [20, 21, 24, 25].map((day) => dayAfter(day)),
    );
  });
});
