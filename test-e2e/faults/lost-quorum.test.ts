import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { book, weeklyStays, type BookingRequest } from '../harness/bookings.ts';
import { lodging } from '../harness/command-line.ts';
import { eventually } from '../harness/eventually.ts';
import { firingAlerts } from '../harness/firing-alerts.ts';
import { startLodging, type Lodging } from '../harness/lodging.ts';
import { makeLodging, makeTenant, type OwnTenant } from '../harness/own-tenant.ts';
import { recordOutage, recordWell } from '../harness/recorded-metrics.ts';
import { eventsOf } from '../harness/webhooks.ts';
import { startNatsCluster, type NatsCluster } from './stack/nats-cluster.ts';

let directory: string;
let nats: NatsCluster;
let copy: Lodging;
let tenant: OwnTenant;
let next: () => BookingRequest;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lodging-quorum-'));
  nats = await startNatsCluster(directory);
  copy = await startLodging({ NATS_URL: nats.url, STREAM_REPLICAS: '3' });
  tenant = await makeTenant(copy.demo);
  next = weeklyStays(await makeLodging(tenant.secret));
});
afterAll(async () => {
  await copy?.stop();
  await nats?.stop();
  await rm(directory, { recursive: true, force: true });
});

interface Attempt {
  readonly stay: BookingRequest;
  readonly key: ReturnType<typeof randomUUID>;
}

async function attempt({ stay, key }: Attempt): Promise<[status: number, code: unknown]> {
  const { status, body } = await book(tenant.secret, stay, key);
  return [status, 'code' in body ? body.code : null];
}

const attempts = (count: number): Attempt[] =>
  Array.from({ length: count }, () => ({ stay: { ...next(), paidOffline: true }, key: randomUUID() }));

async function publishedBookings(): Promise<string[]> {
  const events = await eventsOf(tenant.secret, 'type=reservation.confirmed');
  return events.map(({ data }) => String(data.object['id']));
}

async function bookingIds(): Promise<string[]> {
  const { body } = await tenant.secret.get<{ bookings: { id: string }[] }>('/v1/bookings?limit=100');
  return body.bookings.map(({ id }) => id);
}

/** A server that led a stream answers for it a while longer. */
async function expectTheToolsToSeeIt(): Promise<void> {
  const ill = await lodging(copy.home, ['doctor']);
  expect(ill.code, ill.out).toBe(1);
  expect(ill.out).toMatch(/^FAIL +streams +JetStream does not answer /m);
  expect(ill.out).toMatch(/^(?:warn|FAIL) +outbox +reservations: \d+ events in the outbox/m);
  const outbox = await lodging(copy.home, ['outbox']);
  expect(outbox.code, outbox.out).toBe(1);
  expect(outbox.out).toMatch(/^reservations +[1-9]\d* /m);
  expect(outbox.notes).toContain('JetStream does not answer');
}

it('two of three NATS servers gone: bookings are made or refused cleanly, and published after the return, with one page', async () => {
  const well = await recordWell(copy.demo, 60);
  const lost = nats.nodes.slice(1);
  await Promise.all(lost.map((node) => node.kill('SIGKILL')));
  const made = attempts(10);
  for (const each of made) {
    const [status, code] = await attempt(each);
    // A request that was on its way to a lost server has no answer.
    expect(status === 201 || [status, code].join() === '503,service_unavailable', `${status} ${code}`).toBe(
      true,
    );
  }
  const gone = await recordOutage(copy.demo, 30);
  expect(await publishedBookings()).toEqual([]);
  await expectTheToolsToSeeIt();
  await Promise.all(lost.map((node) => node.start()));
  // 200: the booking was made before.
  for (const each of made) expect([200, 201]).toContain((await attempt(each))[0]);
  const all = (await bookingIds()).toSorted();
  expect(all).toHaveLength(made.length);
  await eventually(
    'each booking is published',
    async () => (await publishedBookings()).toSorted().join() === all.join(),
    { withinMs: 60_000, everyMs: 500 },
  );
  await eventually('all is well again', async () => (await lodging(copy.home, ['doctor'])).code === 0, {
    withinMs: 30_000,
    everyMs: 500,
  });
  const again = await recordWell(copy.demo, 60);
  expect(await firingAlerts([well, gone, again])).toEqual([[], ['OutboxStuck page'], []]);
}, 300_000);
