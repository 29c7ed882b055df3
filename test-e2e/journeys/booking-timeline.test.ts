import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lodging as cli, lodgingJson } from '../harness/command-line.ts';
import type { DemoTenant } from '../harness/demo.ts';
import { eventually } from '../harness/eventually.ts';
import { startLodging, type Lodging } from '../harness/lodging.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import { openPayment, payByCard, quote, untilState, type Reservation } from '../harness/stay.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../harness/webhook-receiver.ts';
import { registered } from '../harness/webhooks.ts';

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

it('lodging bookings trace tells a paid stay from its hold to its webhooks, in order, though no trace was kept', async () => {
  const { demo, home } = lodging;
  const { secret, accountId, id: tenantId } = await makeTenant(demo);
  const room = await makeLodging(secret);
  await registered(secret, receiver.urlOf('/hook'));
  const { signedQuoteToken } = await quote(secret, {
    resourceId: room.id,
    ratePlanId: room.ratePlanId,
    from: '2027-06-10T15:00:00Z',
    to: '2027-06-12T10:00:00Z',
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

  let timeline: Timeline | undefined;
  await eventually('the webhook of the confirmation is told', async () => {
    timeline = await lodgingJson<Timeline>(home, ['bookings', 'trace', id]);
    return timeline.entries.some(({ kind, what }) => kind === 'webhook' && what === 'reservation.confirmed');
  }).catch((error: unknown) => {
    throw new Error(JSON.stringify(timeline, undefined, 1), { cause: error });
  });
  if (timeline === undefined) throw new Error('there is no timeline');
  expect(timeline.booking).toMatchObject({ id, tenantId, state: 'confirmed' });
  expect(timeline.unreachable).toEqual([]);
  const steps = timeline.entries.map(({ service, kind, what }) => `${service} ${kind} ${what}`);
  const expected = [
    'reservations change created',
    'payments provider_call payment intent',
    'payments notification payment_intent.succeeded',
    'reservations change confirmed',
    'notifications webhook reservation.confirmed',
  ];
  const places = expected.map((step) => steps.indexOf(step));
  expect(places, steps.join('\n')).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
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
