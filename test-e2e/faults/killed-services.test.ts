import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBrowser } from '../harness/browser.ts';
import type { Answer, Client } from '../harness/client.ts';
import type { DemoTenant } from '../harness/demo.ts';
import { eventually } from '../harness/eventually.ts';
import { anotherProcess, startLodging, type Lodging } from '../harness/lodging.ts';
import { makeLodging, makeTenant, type OwnTenant } from '../harness/own-tenant.ts';
import { openPageElsewhere } from '../harness/page-elsewhere.ts';
import { payByCard, provider, untilState, verifyGuest } from '../harness/stay.ts';
import type { PaymentHandle, Quote, Reservation } from '../harness/records.ts';

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
  await anotherProcess(lodging, service, before);
}

/** A client repeats what failed with 503 or a broken connection, under the same Idempotency-Key. */
async function persist<T>(request: () => Promise<Answer<T>>): Promise<Answer<T>> {
  let last = 'nothing';
  const answered = eventually(
    'an answer other than 503 and resource_locked',
    async () => {
      try {
        const answer = await request();
        last = `${answer.status} ${JSON.stringify(answer.body)}`;
        const locked = (answer.body as { code?: string }).code === 'resource_locked';
        return answer.status === 503 || locked ? undefined : answer;
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        last = String(error);
        return undefined;
      }
    },
    { withinMs: 30_000 },
  );
  return answered.catch((error: unknown) => {
    throw new Error(`${String(error)} (last: ${last})`);
  });
}

async function stayThrough(killed: string, at: 'hold' | 'pay' | 'confirm'): Promise<void> {
  week += 1;
  const start = Temporal.PlainDate.from('2027-05-03').add({ weeks: week });
  const requestedStay = {
    resourceId: room.id,
    ratePlanId: room.ratePlanId,
    from: `${start}T15:00:00Z`,
    to: `${start.add({ days: 2 })}T10:00:00Z`,
    partySize: 1,
  };
  const during = async (step: typeof at) => (step === at ? kill(killed) : undefined);
  const keys = { hold: randomUUID(), pay: randomUUID() };
  const quoted = await persist(() => secret.post<Quote>('/v1/quotes', requestedStay));
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

describe('a service killed during a booking', () => {
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

  it.each([
    ['inventory', 'a quote'],
    ['inventory', 'a hold'],
    ['reservations', 'a quote'],
    ['reservations', 'a hold'],
    ['payments', 'an intent'],
    ['notifications', 'a code'],
  ] as const)(
    'answers 503 in under two seconds while %s stands still with %s in its hands',
    async (service, what) => {
      week += 1;
      const start = Temporal.PlainDate.from('2027-05-03').add({ weeks: week });
      const window = { from: `${start}T15:00:00Z`, to: `${start.add({ days: 2 })}T10:00:00Z` };
      const requestedStay = { resourceId: room.id, ratePlanId: room.ratePlanId, ...window, partySize: 1 };
      const { signedQuoteToken } = (await secret.post<Quote>('/v1/quotes', requestedStay)).body;
      const keys = { hold: randomUUID(), pay: randomUUID() };
      const place = () =>
        secret.post<Reservation>('/v1/holds', { signedQuoteToken }, { idempotencyKey: keys.hold });
      const reservationId = what === 'an intent' || what === 'a code' ? (await place()).body.id : '';
      const request = {
        'a quote': () => secret.post<Quote>('/v1/quotes', requestedStay),
        'a hold': place,
        'an intent': () =>
          secret.create<PaymentHandle>(
            `/v1/holds/${reservationId}/payment-intent`,
            {},
            { idempotencyKey: keys.pay },
          ),
        'a code': () => secret.post(`/v1/holds/${reservationId}/otp`, { email: 'guest@example.test' }),
      }[what] as () => Promise<Answer>;
      const pid = (await lodging.reread()).services[service]?.pid ?? 0;
      process.kill(pid, 'SIGSTOP');
      try {
        const began = performance.now();
        const answer = await request();
        expect(performance.now() - began).toBeLessThan(2_000);
        expect(answer.status, JSON.stringify(answer.body)).toBe(503);
        expect(answer.body).toMatchObject({ code: 'service_unavailable' });
        expect(answer.headers.get('retry-after')).toBeTruthy();
      } finally {
        process.kill(pid, 'SIGCONT');
      }
      const after = await persist(request);
      expect([200, 201], JSON.stringify(after.body)).toContain(after.status);
    },
  );
});

it('the page of a guest reads that a service stands still, and when to try again', async () => {
  const browser = await startBrowser();
  const page = await openPageElsewhere(browser);
  const keys = `/admin/v1/tenants/${tenant.id}/api-keys`;
  const wanted = { kind: 'publishable', mode: 'live', allowedOrigins: [page.origin] };
  const { key } = (await tenant.admin.post<{ key: string }>(keys, wanted)).body;
  const pid = (await lodging.reread()).services['inventory']?.pid ?? 0;
  process.kill(pid, 'SIGSTOP');
  try {
    const headers = { authorization: `Bearer ${key}` };
    const seen = await page.send(`${lodging.demo.gatewayUrl}/v1/resources/${room.id}`, { headers });
    expect(seen).toMatchObject({ status: 503, code: 'service_unavailable', retryAfter: expect.any(String) });
  } finally {
    process.kill(pid, 'SIGCONT');
    await page.close();
    await browser.close();
  }
});
