// What a tenant changes on its endpoints, and what the records of endpoints show.
import { randomUUID } from 'node:crypto';
import { eventually } from '@lodging/kit-testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createEndpointRecordRepository } from '../src/outbound/endpoints/endpoint-stats-repository.ts';
import { answerOk, startReceiver } from './receiver.ts';
import type { Receiver } from './receiver.ts';
import { caller, endpointAt, startWebhooks } from './webhooks-harness.ts';
import type { WebhooksHarness } from './webhooks-harness.ts';

let webhooks: WebhooksHarness;
let receiver: Receiver;
beforeAll(async () => {
  [webhooks, receiver] = await Promise.all([startWebhooks(), startReceiver()]);
});
beforeEach(() => {
  receiver.answer = answerOk;
  webhooks.clock.set(Temporal.Now.instant().round('millisecond'));
});
afterAll(async () => {
  await receiver.stop();
  await webhooks.close();
});

type Who = ReturnType<typeof caller>;
const addressOf = () => receiver.url(`/${randomUUID()}`);
const recordOf = async ({ tenantId }: Who, id: string) => {
  const record = await createEndpointRecordRepository(webhooks.db).find(tenantId, id);
  if (record === undefined) throw new Error('there is no such endpoint');
  return record;
};

it('an endpoint has its failures and its open deliveries, and begins without failures once it is enabled again', async () => {
  const who = caller();
  const { id } = await endpointAt(webhooks, who, addressOf());
  expect(await recordOf(who, id)).toMatchObject({ failingSince: null, lastError: null, waiting: 0, dead: 0 });
  receiver.answer = (response) => void response.writeHead(500).end();
  await webhooks.publish(who.tenantId);
  const failing = await eventually('it fails', async () => {
    const record = await recordOf(who, id);
    return record.failureCount > 0 ? record : undefined;
  });
  expect(failing).toMatchObject({ waiting: 1, dead: 0, lastError: expect.stringContaining('500') });
  expect(failing.failingSince).not.toBeNull();
  const off = await webhooks.endpoints.change(who, { id, enabled: false });
  expect(off).toMatchObject({ value: { enabled: false, failureCount: failing.failureCount } });
  await webhooks.queue.retire(webhooks.clock.now());
  expect(await recordOf(who, id)).toMatchObject({ waiting: 0, dead: 1 });
  const dead = await webhooks.deliveries.list(who, id, { limit: 10, after: null, status: 'dead' });
  const pending = await webhooks.deliveries.list(who, id, { limit: 10, after: null, status: 'pending' });
  expect([dead, pending].map((page) => page.ok && page.value.deliveries.length)).toEqual([1, 0]);
  const on = await webhooks.endpoints.change(who, { id, enabled: true });
  expect(on).toMatchObject({
    value: { enabled: true, failureCount: 0, failingSince: null, lastError: null },
  });
});

it('a new address is checked, begins as if it had never answered, and gets the next event', async () => {
  const who = caller();
  const { id, url } = await endpointAt(webhooks, who, addressOf());
  await webhooks.publish(who.tenantId);
  await eventually('it has answered', async () => (await recordOf(who, id)).lastSuccessAt !== null);
  const refused = await webhooks.endpoints.change(who, { id, url: 'https://10.0.0.1/x' });
  expect(refused).toMatchObject({
    refusal: { code: 'validation_failed', extra: { errors: [{ pointer: '/url' }] } },
  });
  expect(await recordOf(who, id)).toMatchObject({ url });
  const moved = addressOf();
  expect(await webhooks.endpoints.change(who, { id, url: moved })).toMatchObject({
    value: { url: moved, lastSuccessAt: null, failureCount: 0 },
  });
  const types = await webhooks.endpoints.change(who, { id, eventTypes: ['payment.due', 'payment.due'] });
  expect(types).toMatchObject({ value: { eventTypes: ['payment.due'], url: moved } });
});

it('an endpoint of another tenant is not found, and nothing of it changes', async () => {
  const who = caller();
  const { id } = await endpointAt(webhooks, who, addressOf());
  expect(await webhooks.endpoints.change(caller(), { id, enabled: false })).toMatchObject({
    refusal: { code: 'webhook_endpoint_not_found' },
  });
  expect(await recordOf(who, id)).toMatchObject({ enabled: true });
});
