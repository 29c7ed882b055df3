// Every service is killed once in mid-stay and comes back: nothing is lost, nothing happens twice.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Client } from '../harness/client.ts';
import type { DemoTenant } from '../harness/demo.ts';
import { eventually } from '../harness/eventually.ts';
import { startLodging, type Lodging } from '../harness/lodging.ts';
import { makeLodging, makeTenant, type OwnTenant } from '../harness/own-tenant.ts';
import {
  payByCard,
  provider,
  untilState,
  verifyGuest,
  type PaymentHandle,
  type Quote,
  type Reservation,
} from '../harness/stay.ts';

let lodging: Lodging;
let tenant: OwnTenant;
let secret: Client;
let room: { id: string; ratePlanId: string };
let week = 0;

beforeAll(async () => {
  lodging = await startLodging({ RECONCILE_SECONDS: '5' });
  tenant = await makeTenant(lodging.demo);
  secret = tenant.secret;
  room = await makeLodging(secret);
});
afterAll(() => lodging.stop());

async function kill(service: string): Promise<void> {
  const before = (await lodging.reread()).services[service]?.pid;
  if (before === undefined) throw new Error(`${service} does not run`);
  process.kill(before, 'SIGKILL');
  await eventually(`${service} is started again and ready`, async () => {
    const now = (await lodging.reread()).services[service];
    if (now === undefined || now.pid === before) return false;
    try {
      return (await fetch(`${now.healthUrl}/readyz`)).ok;
    } catch {
      return false;
    }
  });
}

/** A client repeats what failed with 503 or a broken connection, under the same Idempotency-Key. */
async function persist<T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> {
  return eventually('an answer other than 503', async () => {
    try {
      const answer = await ask();
      const locked = (answer.body as { code?: string }).code === 'resource_locked';
      return answer.status === 503 || locked ? undefined : answer;
    } catch (error) {
      if (error instanceof TypeError) return undefined;
      throw error;
    }
  });
}

async function stayThrough(killed: string, at: 'hold' | 'pay' | 'confirm'): Promise<void> {
  week += 1;
  const start = Temporal.PlainDate.from('2027-05-03').add({ weeks: week });
  const wish = {
    resourceId: room.id,
    ratePlanId: room.ratePlanId,
    from: `${start}T15:00:00Z`,
    to: `${start.add({ days: 2 })}T10:00:00Z`,
    partySize: 1,
  };
  const during = async (step: typeof at) => (step === at ? kill(killed) : undefined);
  const keys = { hold: randomUUID(), pay: randomUUID() };
  const quoted = await persist(() => secret.post<Quote>('/v1/quotes', wish));
  const { signedQuoteToken } = quoted.body;
  const [placed] = await Promise.all([
    persist(() => secret.post<Reservation>('/v1/holds', { signedQuoteToken }, { idempotencyKey: keys.hold })),
    during('hold'),
  ]);
  expect([200, 201], JSON.stringify(placed.body)).toContain(placed.status);
  const reservationId = placed.body.id;
  const [opened] = await Promise.all([
    persist(() =>
      secret.create<PaymentHandle>(
        `/v1/holds/${reservationId}/payment-intent`,
        {},
        { idempotencyKey: keys.pay },
      ),
    ),
    during('pay'),
  ]);
  expect([200, 201], JSON.stringify(opened.body)).toContain(opened.status);
  const token = at === 'confirm' ? await verifyGuest(lodging.demo, secret, reservationId) : undefined;
  await payByCard(lodging.demo, { accountId: tenant.accountId } as DemoTenant, opened.body);
  if (token !== undefined) {
    const [confirmed] = await Promise.all([
      persist(() =>
        secret.post<Reservation>(`/v1/holds/${reservationId}/confirm`, { guestVerificationToken: token }),
      ),
      during('confirm'),
    ]);
    expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
  }
  await untilState(secret, reservationId, 'confirmed', 30_000);
  const intents = await provider(lodging.demo).paymentIntents.list(
    { limit: 100 },
    { stripeAccount: tenant.accountId },
  );
  expect(intents.data.filter((intent) => intent.metadata['reservationId'] === reservationId)).toHaveLength(1);
  const replay = await persist(() =>
    secret.post<Reservation>('/v1/holds', { signedQuoteToken }, { idempotencyKey: keys.hold }),
  );
  expect(replay.body.id).toBe(reservationId);
}

describe('a service killed in mid-stay', () => {
  it.each([
    ['inventory', 'hold'],
    ['reservations', 'hold'],
    ['reservations', 'confirm'],
    ['payments', 'pay'],
    ['payments', 'confirm'],
    ['notifications', 'confirm'],
    ['channels', 'confirm'],
    ['gateway', 'hold'],
  ] as const)('%s, killed during %s, loses nothing and doubles nothing', async (service, step) => {
    await stayThrough(service, step);
  });

  it('answers 503 in under two seconds while a neighbour is stopped, and writes nothing', async () => {
    const pid = (await lodging.reread()).services['inventory']?.pid ?? 0;
    process.kill(pid, 'SIGSTOP');
    try {
      const started = performance.now();
      const answer = await secret.get(`/v1/resources/${room.id}`);
      expect(answer.status).toBe(503);
      expect(answer.body).toMatchObject({ code: 'service_unavailable' });
      expect(answer.headers.get('retry-after')).toBeTruthy();
      expect(performance.now() - started).toBeLessThan(2_300);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await persist(() => secret.get(`/v1/resources/${room.id}`));
  });
});
