import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { book, weeklyStays, type BookingRequest } from '../harness/bookings.ts';
import { eventually } from '../harness/eventually.ts';
import { firingAlerts } from '../harness/firing-alerts.ts';
import { startLodging, type Lodging } from '../harness/lodging.ts';
import { makeLodging, makeTenant, type OwnTenant } from '../harness/own-tenant.ts';
import { recordOutage, recordWell } from '../harness/recorded-metrics.ts';
import { loseStandby, returnStandby } from '../harness/standby.ts';

let lodging: Lodging;
let tenant: OwnTenant;
let next: () => BookingRequest;

beforeAll(async () => {
  lodging = await startLodging();
  tenant = await makeTenant(lodging.demo);
  next = weeklyStays(await makeLodging(tenant.secret));
});
afterAll(() => lodging.stop());

interface Attempt {
  readonly stay: BookingRequest;
  readonly key: ReturnType<typeof randomUUID>;
}

const wanted = (): Attempt => ({ stay: { ...next(), paidOffline: true }, key: randomUUID() });

async function attempt({ stay, key }: Attempt): Promise<{ status: number; code: unknown; ms: number }> {
  const startedAt = performance.now();
  const { status, body } = await book(tenant.secret, stay, key);
  return { status, code: 'code' in body ? body.code : null, ms: performance.now() - startedAt };
}

it('answers bookings of one room with 503 within two seconds while no commit returns, and makes each once later', async () => {
  const attempts = Array.from({ length: 8 }, wanted);
  const repeated = attempts.slice(0, 2);
  await loseStandby(lodging.demo);
  try {
    const answers = await Promise.all(attempts.map(attempt));
    // By then the room is locked by a commit that does not return.
    for (const again of repeated) answers.push(await attempt(again));
    for (const { status, code, ms } of answers) {
      expect([status, code], JSON.stringify(answers)).toEqual([503, 'service_unavailable']);
      expect(ms, JSON.stringify(answers)).toBeLessThan(2_000);
    }
    expect((await tenant.secret.get('/v1/bookings')).status).toBe(200);
  } finally {
    await returnStandby(lodging.demo);
  }
  for (const each of attempts)
    await eventually('the same request makes the booking', async () => (await attempt(each)).status === 201);
  const { body } = await tenant.secret.get<{ bookings: unknown[] }>('/v1/bookings');
  expect(body.bookings).toHaveLength(attempts.length);
});

/** Services whose last write, of each five seconds, did not return. */
async function notWriting(): Promise<string[]> {
  const services = await Promise.all(
    Object.entries(lodging.demo.services).map(async ([service, { healthUrl }]) => {
      const text = await fetch(`${healthUrl}/metrics`).then((answer) => answer.text());
      return /lodging_ready\{[^}]*lodging_check="writes"[^}]*\} 0/.test(text) ? [service] : [];
    }),
  );
  return services.flat();
}

async function whileCommitsHang<T>(work: () => Promise<T>): Promise<T> {
  await loseStandby(lodging.demo);
  try {
    await eventually('a process has seen it', async () => (await notWriting()).includes('reservations'));
    return await work();
  } finally {
    await returnStandby(lodging.demo);
  }
}

it('pages once for commits that hang, at night too, with a ticket for timers; afterwards nothing fires', async () => {
  const well = await recordWell(lodging.demo, 60);
  const hung = await whileCommitsHang(() => recordOutage(lodging.demo, 30));
  await eventually('commits return', async () => (await attempt(wanted())).status === 201);
  await eventually('every process has seen it', async () => (await notWriting()).length === 0);
  const again = await recordWell(lodging.demo, 90);
  expect(await firingAlerts([well, hung, again])).toEqual([
    [],
    ['PostgresNotWriting page', 'TimerFailing ticket'],
    [],
  ]);
}, 300_000);
