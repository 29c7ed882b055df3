import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookedOffline, weeklyStays } from '../harness/bookings.ts';
import type { BookingRequest } from '../harness/bookings.ts';
import { eventually } from '../harness/eventually.ts';
import { startLodging } from '../harness/lodging.ts';
import type { Lodging } from '../harness/lodging.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import type { OwnTenant } from '../harness/own-tenant.ts';
import { expectDelivery, startWebhookReceiver } from '../harness/webhook-receiver.ts';
import type { WebhookReceiver } from '../harness/webhook-receiver.ts';
import { deliveriesTo, eventsOf, readEndpoint, registered } from '../harness/webhooks.ts';

const STAYS = 15;
let lodging: Lodging;
let receiver: WebhookReceiver;
let tenant: OwnTenant;
let next: () => BookingRequest;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  lodging = await startLodging();
  tenant = await makeTenant(lodging.demo);
  next = weeklyStays(await makeLodging(tenant.secret));
});
afterAll(async () => {
  await receiver.stop();
  await lodging.stop();
});

async function notifications(): Promise<{ pid: number; healthUrl: string }> {
  const found = (await lodging.reread()).services['notifications'];
  if (found === undefined) throw new Error('notifications does not run');
  return found;
}

async function isReady(healthUrl: string): Promise<boolean> {
  return fetch(`${healthUrl}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function bookStays(): Promise<void> {
  for (let count = 0; count < STAYS; count += 1) await bookedOffline(tenant.secret, next());
}

/** The log, once it has both events of each stay. */
function wholeLog(stays: number) {
  return eventually(
    'every event is logged',
    async () => {
      const log = await eventsOf(tenant.secret);
      return log.length === 2 * stays ? log : undefined;
    },
    { withinMs: 30_000 },
  );
}

describe('events', () => {
  it('in delivery when notifications was killed arrive with the same ids', async () => {
    let isUp = false;
    // The receiver does not answer until then, so the running attempts end with the process.
    receiver.answer('/killed', (response) => {
      if (isUp) response.writeHead(204).end();
    });
    const endpoint = await registered(tenant.secret, receiver.urlOf('/killed'));
    const { pid } = await notifications();
    await bookStays();
    await eventually('deliveries are under way', async () => receiver.received('/killed').length > 0);
    process.kill(pid, 'SIGKILL');
    isUp = true;
    await eventually('notifications is another process, and ready', async () => {
      const now = await notifications();
      return now.pid !== pid && isReady(now.healthUrl);
    });
    const log = await wholeLog(STAYS);
    await eventually(
      'every delivery succeeded',
      async () => {
        const made = await deliveriesTo(tenant.secret, endpoint.id);
        return made.length === log.length && made.every(({ status }) => status === 'succeeded');
      },
      { withinMs: 60_000, everyMs: 250 },
    );
    const received = receiver.received('/killed');
    for (const one of received) expectDelivery(one, endpoint.secret);
    const byId = new Map(received.map(({ body }) => [body.id, body]));
    expect(log).toEqual(log.map(({ id }) => byId.get(id)));
    expect(byId.size).toBe(log.length);
    expect(await readEndpoint(tenant.secret, endpoint.id)).toMatchObject({ enabled: true, failureCount: 0 });
  }, 120_000);

  it('reach a healthy endpoint in time while another one hangs', async () => {
    receiver.answer('/hangs', () => undefined);
    const hanging = await registered(tenant.secret, receiver.urlOf('/hangs'));
    const healthy = await registered(tenant.secret, receiver.urlOf('/healthy'));
    const logged = (await eventsOf(tenant.secret)).length;
    await bookStays();
    await eventually(
      'the healthy one has everything',
      async () => receiver.received('/healthy').length === 2 * STAYS,
      { withinMs: 10_000 },
    );
    for (const one of receiver.received('/healthy')) expectDelivery(one, healthy.secret);
    expect((await eventsOf(tenant.secret)).length).toBe(logged + 2 * STAYS);
    expect((await readEndpoint(tenant.secret, hanging.id)).lastSuccessAt).toBeNull();
  });
});
