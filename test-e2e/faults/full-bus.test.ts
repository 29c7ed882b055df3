import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { book, bookedOffline, move, weeklyStays, type BookingRequest } from '../harness/bookings.ts';
import { lodging } from '../harness/command-line.ts';
import { eventually } from '../harness/eventually.ts';
import { firingAlerts } from '../harness/firing-alerts.ts';
import { makeLodging, makeTenant, type OwnTenant } from '../harness/own-tenant.ts';
import { recordOutage, recordWell } from '../harness/recorded-metrics.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../harness/webhook-receiver.ts';
import { eventsOf, registered } from '../harness/webhooks.ts';
import { startStack, type Stack } from './stack/start-stack.ts';

let stack: Stack;
let receiver: WebhookReceiver;
let tenant: OwnTenant;
let next: () => BookingRequest;
let hook: string;

beforeAll(async () => {
  stack = await startStack({}, { streamsMegabytes: 32 });
  receiver = await startWebhookReceiver();
});
afterAll(async () => {
  await receiver?.stop();
  await stack?.stop();
});
beforeEach(async () => {
  tenant = await makeTenant(stack.demo);
  next = weeklyStays(await makeLodging(tenant.secret));
  hook = `/${tenant.id}`;
  await registered(tenant.secret, receiver.urlOf(hook));
});

const doctor = () => lodging(stack.home, ['doctor']);
const WITHIN_A_MINUTE = { withinMs: 60_000, everyMs: 500 };

/** `<stay> <type>` of each webhook, in the series of its stay: on the way one may overtake another. */
const sent = (): string[] =>
  receiver
    .received(hook)
    .toSorted((one, other) => one.body.sequence - other.body.sequence)
    .map(({ body }) => `${String(body.data.object['id'])} ${body.type}`);

/** Stays in an order of their own; that within a stay is kept. */
const byStay = (lines: readonly string[]): string[] =>
  lines.toSorted((one, other) => (one.split(' ')[0] ?? '').localeCompare(other.split(' ')[0] ?? ''));

async function untilWell(): Promise<void> {
  await eventually('all is well again', async () => (await doctor()).code === 0, WITHIN_A_MINUTE);
  expect((await lodging(stack.home, ['outbox'])).code).toBe(0);
}

async function expectAllReady(): Promise<void> {
  for (const { healthUrl } of Object.values(stack.demo.services))
    expect((await fetch(`${healthUrl}/readyz`)).status, healthUrl).toBe(200);
}

async function expectTheToolsToNameIt(waiting: number): Promise<void> {
  const why = 'JetStream has no storage left';
  const found = new RegExp(
    `^FAIL +outbox +reservations: ${waiting} events in the outbox, .*; publishing fails: ${why}`,
    'm',
  );
  const out = await eventually(
    'doctor fails at the outbox',
    async () => {
      const answer = await doctor();
      return answer.code === 1 && found.test(answer.out) ? answer.out : undefined;
    },
    // Before it is a minute late, because the reason is known.
    { withinMs: 40_000, everyMs: 500 },
  );
  expect(out.match(/^FAIL/gm), out).toHaveLength(1);
  const listed = await lodging(stack.home, ['outbox']);
  expect(listed.out).toMatch(new RegExp(`^reservations +${waiting} `, 'm'));
  expect(listed.notes).toContain(`reservations cannot publish its events: ${why}`);
}

it('the storage of JetStream full: bookings are made, doctor says why events wait, one page; with space each is sent once, in order', async () => {
  const well = await recordWell(stack.demo, 60);
  const release = await stack.servers.nats.useUp();
  const expected: string[] = [];
  try {
    for (let count = 0; count < 3; count += 1) {
      const { id } = await bookedOffline(tenant.secret, next());
      expect((await move(tenant.secret, id, 'cancelled')).status).toBe(200);
      expected.push(...['created', 'confirmed', 'cancelled'].map((type) => `${id} reservation.${type}`));
    }
    await expectTheToolsToNameIt(expected.length);
    await expectAllReady();
    const full = await recordOutage(stack.demo, 30);
    expect(await firingAlerts([well, full])).toEqual([[], ['OutboxStuck page']]);
    expect(await eventsOf(tenant.secret)).toEqual([]);
  } finally {
    await release();
  }
  await eventually('each is sent', async () => sent().length >= expected.length, WITHIN_A_MINUTE);
  await untilWell();
  expect(byStay(sent())).toEqual(byStay(expected));
}, 240_000);

it('the disk of JetStream full: doctor fails, and after a restart of NATS with space each booking that was made is sent once', async ({
  skip,
}) => {
  const { nats } = stack.servers;
  const { volume } = nats;
  if (volume === undefined) return skip('the bus has no volume of its own here (needs root on Linux)');
  const made = [await bookedOffline(tenant.secret, next())].map(({ id }) => id);
  await untilWell();
  volume.fill();
  try {
    // The last page of a file takes some events more; then a server of version 2.9 answers no more requests.
    await eventually(
      'doctor fails',
      async () => {
        const { status, body } = await book(tenant.secret, { ...next(), paidOffline: true });
        if (status === 201 && 'booking' in body) made.push(body.booking.id);
        return (await doctor()).code === 1;
      },
      WITHIN_A_MINUTE,
    );
  } finally {
    volume.free();
    await nats.kill('SIGKILL');
    await nats.start();
  }
  await untilWell();
  const { body } = await tenant.secret.get<{ bookings: { id: string }[] }>('/v1/bookings?limit=100');
  const stored = body.bookings.map(({ id }) => id);
  expect(stored).toEqual(expect.arrayContaining(made));
  const expected = stored.flatMap((id) => [`${id} reservation.created`, `${id} reservation.confirmed`]);
  await eventually('each is sent', async () => sent().length >= expected.length, WITHIN_A_MINUTE);
  expect(byStay(sent())).toEqual(byStay(expected));
}, 240_000);
