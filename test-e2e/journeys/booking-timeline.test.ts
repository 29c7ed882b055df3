import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lodging as cli, lodgingJson } from '../harness/command-line.ts';
import type { DemoTenant } from '../harness/demo.ts';
import { eventually } from '../harness/eventually.ts';
import { startLodging, type Lodging } from '../harness/lodging.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import { confirm, hold, openPayment, payByCard, quote, untilState, verifyGuest } from '../harness/stay.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../harness/webhook-receiver.ts';
import { registered } from '../harness/webhooks.ts';
import type { Reservation } from '../harness/records.ts';

interface Timeline {
  readonly booking: { readonly id: string; readonly tenantId: string; readonly state: string };
  readonly entries: readonly {
    readonly at: string;
    readonly service: string;
    readonly kind: string;
    readonly what: string;
    readonly outcome: string | null;
    readonly requestId: string | null;
    readonly traceId: string | null;
    readonly detail: string | null;
  }[];
  readonly unreachable: readonly unknown[];
}

let lodging: Lodging;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [lodging, receiver] = await Promise.all([startLodging(), startWebhookReceiver()]);
});
afterAll(async () => {
  await lodging.stop();
  await receiver.stop();
});

const NIGHTS = { from: '2027-06-10T15:00:00Z', to: '2027-06-12T10:00:00Z' };

/** The timeline once it has the step, which comes last. */
async function timelineWith(id: string, isLast: (step: Timeline['entries'][number]) => boolean) {
  let timeline: Timeline | undefined;
  await eventually('the last step is listed', async () => {
    timeline = await lodgingJson<Timeline>(lodging.home, ['bookings', 'trace', id]);
    return timeline.entries.some(isLast);
  }).catch((error: unknown) => {
    throw new Error(JSON.stringify(timeline, undefined, 1), { cause: error });
  });
  if (timeline === undefined) throw new Error('there is no timeline');
  return timeline;
}

function expectInOrder(steps: readonly string[], expected: readonly string[]): void {
  const places = expected.map((step) => steps.indexOf(step));
  expect(places, steps.join('\n')).not.toContain(-1);
  expect(places, steps.join('\n')).toEqual(places.toSorted((one, other) => one - other));
}

it('lodging bookings trace shows a paid stay from its hold to its webhooks, in order, though no trace was kept', async () => {
  const { demo, home } = lodging;
  const { secret, accountId, id: tenantId } = await makeTenant(demo);
  const room = await makeLodging(secret);
  await registered(secret, receiver.urlOf('/hook'));
  const { signedQuoteToken } = await quote(secret, {
    resourceId: room.id,
    ratePlanId: room.ratePlanId,
    ...NIGHTS,
    partySize: 1,
  });
  const held = await secret.post<Reservation>(
    '/v1/holds',
    { signedQuoteToken },
    { idempotencyKey: randomUUID() },
  );
  const { id } = held.body;
  await payByCard(demo, { accountId } as DemoTenant, await openPayment(secret, id));
  await untilState(secret, id, 'confirmed');

  const timeline = await timelineWith(
    id,
    ({ kind, what }) => kind === 'webhook' && what === 'reservation.confirmed',
  );
  expect(timeline.booking).toMatchObject({ id, tenantId, state: 'confirmed' });
  expect(timeline.unreachable).toEqual([]);
  const steps = timeline.entries.map(({ service, kind, what }) => `${service} ${kind} ${what}`);
  expectInOrder(steps, [
    'reservations change created',
    'payments provider_call payment intent',
    'payments notification payment_intent.succeeded',
    'reservations change confirmed',
    'notifications webhook reservation.confirmed',
  ]);
  expect(timeline.entries.map(({ at }) => at)).toEqual(timeline.entries.map(({ at }) => at).toSorted());
  expect(timeline.entries.find(({ what }) => what === 'created')?.requestId).toBe(
    held.headers.get('x-request-id'),
  );
  const traced = held.headers.get('traceparent')?.split('-')[1];
  expect(timeline.entries.find(({ kind }) => kind === 'event')?.traceId).toBe(traced);

  const shown = await cli(home, ['bookings', 'show', id]);
  expect(shown.out).toContain('confirmed');
  const unknown = await cli(home, ['bookings', 'trace', randomUUID()]);
  expect(unknown.code).toBe(1);
  expect(`${unknown.out}${unknown.notes}`).toContain('booking_not_found');
}, 90_000);

it('shows what was refused, mailed, changed, paid back and not delivered, with request ids, in order', async () => {
  const { demo } = lodging;
  const { secret, accountId } = await makeTenant(demo);
  const room = await makeLodging(secret);
  await registered(secret, receiver.urlOf('/down'));
  receiver.answer('/down', (response) => void response.writeHead(500).end());
  const requestedStay = { resourceId: room.id, ratePlanId: room.ratePlanId, ...NIGHTS, partySize: 1 };
  const { id } = await hold(secret, requestedStay);
  const token = await verifyGuest(demo, secret, id);
  await confirm(secret, id, token);
  const refused = await confirm(secret, id, token);
  expect(refused.body).toMatchObject({ code: 'payment_required' });
  await payByCard(demo, { accountId } as DemoTenant, await openPayment(secret, id));
  expect((await confirm(secret, id, token)).body.state).toBe('confirmed');
  const noted = { body: { notes: 'late arrival' } };
  expect((await secret.send('PATCH', `/v1/bookings/${id}`, noted)).status).toBe(200);
  expect((await secret.create(`/v1/bookings/${id}/refunds`, { amountMinorUnits: '500' })).status).toBe(201);
  expect((await secret.send('DELETE', `/v1/bookings/${id}`)).status).toBe(200);

  const timeline = await timelineWith(
    id,
    ({ kind, what, outcome }) => kind === 'webhook' && what === 'reservation.cancelled' && outcome === '500',
  );
  const steps = timeline.entries.map(({ kind, what, outcome }) => `${kind} ${what} ${outcome ?? ''}`.trim());
  expectInOrder(steps, [
    'change created',
    'mail one-time code sent',
    'request confirm-hold payment_required',
    'change confirmed',
    'change updated',
    'provider_call refund succeeded',
    'event evt.payments.v1.refund.created published',
    'change cancelled',
    'webhook reservation.cancelled 500',
  ]);
  const entry = timeline.entries.find(({ outcome }) => outcome === 'payment_required');
  expect(entry).toMatchObject({
    requestId: refused.headers.get('x-request-id'),
    traceId: refused.headers.get('traceparent')?.split('-')[1],
    detail: expect.stringContaining('2 times'),
  });
}, 90_000);
