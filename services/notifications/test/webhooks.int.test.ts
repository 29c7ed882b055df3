import { randomUUID } from 'node:crypto';
import * as contract from '@lodging/contract-notifications';
import { refundCreated } from '@lodging/contract-payments';
import { streamOf } from '@lodging/contract-wire';
import { connectBus, provisionStream } from '@lodging/kit-messaging';
import type { Answer, Bus } from '@lodging/kit-messaging';
import { startTelemetry } from '@lodging/kit-runtime';
import type { Telemetry } from '@lodging/kit-runtime';
import {
  clientContext,
  eventually,
  freshSchema,
  testIdentity,
  testLogger,
  useServers,
} from '@lodging/kit-testing';
import type { FreshSchema } from '@lodging/kit-testing';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { migrations } from '../src/migrations.ts';
import { startReceiver } from './receiver.ts';
import type { Receiver } from './receiver.ts';
import { startNotifications } from './start-notifications.ts';

let schema: FreshSchema;
let bus: Bus;
let service: Awaited<ReturnType<typeof startNotifications>>;
let receiver: Receiver;
let telemetry: Telemetry;
const { name: stream, subjects } = streamOf('payments');

beforeAll(async () => {
  telemetry = startTelemetry({ name: 'notifications', sampleRatio: 1 });
  schema = await freshSchema({ schema: 'notifications', sources: migrations });
  receiver = await startReceiver();
  const log = testLogger();
  const { natsUrl } = useServers();
  bus = await connectBus({ url: natsUrl, name: 'asker', identity: testIdentity(), log });
  await provisionStream(bus, { name: stream, subjects, consumers: ['notifications'] });
  service = await startNotifications({ postgresUrl: schema.url, natsUrl });
});
afterAll(async () => {
  await service.stop();
  await bus.drain();
  await receiver.stop();
  await telemetry.stop();
  await schema.drop();
});

const callFor = (tenantId: string) => clientContext(tenantId, true, { timeoutMs: 5_000 });

async function endpointOf(tenantId: string, url: string) {
  const request = { url, eventTypes: ['refund.created' as const] };
  const answer = await bus.request(contract.createWebhookEndpoint, request, callFor(tenantId));
  if (!answer.ok) throw new Error(answer.refusal.code);
  return answer.value;
}

/** As payments publishes it. */
function publishRefund(
  tenantId: string,
  reservationId: string,
  { id = randomUUID(), traceparent }: { id?: string; traceparent?: string } = {},
): string {
  const facts = { amountMinorUnits: '4000', currency: 'EUR', state: 'succeeded', providerRefundId: 're_1' };
  const envelope = {
    id,
    type: refundCreated.type,
    tenantId,
    livemode: true,
    traceparent,
    occurredAt: Temporal.Now.instant().toString(),
    aggregateId: reservationId,
    aggregateVersion: 1,
    data: { refund: { id: randomUUID(), reservationId, ...facts } },
  };
  bus.connection.publish(refundCreated.type, JSON.stringify(envelope));
  return id;
}

type EventPage = Answer<z.output<typeof contract.listEvents.response>>;

async function logOf(tenantId: string, more: object = {}) {
  const events: { id: string; sequence: number }[] = [];
  let after: string | null = null;
  do {
    const page: EventPage = await bus.request(
      contract.listEvents,
      { limit: 7, after, ...more },
      callFor(tenantId),
    );
    if (!page.ok) throw new Error(page.refusal.code);
    events.push(...page.value.events);
    after = page.value.nextAfter;
  } while (after !== null);
  return events;
}

describe('an event on the stream', () => {
  it('arrives signed at the endpoint, and the log shows the same bytes', async () => {
    const tenantId = randomUUID();
    const { id: webhookEndpointId, secret } = await endpointOf(tenantId, receiver.url(`/${tenantId}`));
    const reservationId = randomUUID();
    const id = publishRefund(tenantId, reservationId);
    publishRefund(tenantId, reservationId, { id });
    const [got] = await eventually(
      'it arrives',
      () => receiver.at(`/${tenantId}`).length > 0 && receiver.at(`/${tenantId}`),
    );
    new Webhook(secret).verify(got?.body ?? '', got?.headers as Record<string, string>);
    expect((await logOf(tenantId)).map((event) => JSON.stringify(event))).toEqual([got?.body]);
    expect(await logOf(tenantId, { reservationId })).toHaveLength(1);
    expect(await logOf(tenantId, { reservationId: randomUUID() })).toEqual([]);
    expect(await logOf(tenantId, { type: 'payment.failed' })).toEqual([]);
    expect(await logOf(randomUUID(), { reservationId })).toEqual([]);
    const page = { webhookEndpointId, limit: 20, after: null };
    await eventually('it is written down', async () => {
      const found = await bus.request(contract.listWebhookDeliveries, page, callFor(tenantId));
      return found.ok && found.value.deliveries[0]?.status === 'succeeded';
    });
  });

  it('carries the trace of what caused it to the receiver, and nothing else of ours', async () => {
    const tenantId = randomUUID();
    const path = `/${tenantId}`;
    await endpointOf(tenantId, receiver.url(path));
    const traceId = randomUUID().replaceAll('-', '');
    publishRefund(tenantId, randomUUID(), { traceparent: `00-${traceId}-00f067aa0ba902b7-01` });
    const [got] = await eventually('it arrives', () => receiver.at(path).length > 0 && receiver.at(path));
    expect(got?.headers['traceparent']).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
    expect(got?.headers['traceparent']).not.toContain('00f067aa0ba902b7');
    expect(Object.keys(got?.headers ?? {}).toSorted()).toEqual(
      ['accept', 'connection', 'content-length', 'content-type', 'host', 'traceparent', 'user-agent']
        .concat(['webhook-id', 'webhook-signature', 'webhook-timestamp'])
        .toSorted(),
    );
  });

  it('is in the log for a reader that follows it while thirty come at once, none skipped and none twice', async () => {
    const tenantId = randomUUID();
    const ids: string[] = Array.from({ length: 30 }, () => publishRefund(tenantId, randomUUID()));
    const looks: string[][] = [];
    await eventually('all are in the log', async () => {
      looks.push((await logOf(tenantId)).map(({ id }) => id));
      return looks.at(-1)?.length === ids.length;
    });
    const whole = looks.at(-1) ?? [];
    expect(whole.toSorted()).toEqual(ids.toSorted());
    // Later events have later positions: a reader that followed has seen all of them.
    for (const look of looks) expect(look).toEqual(whole.slice(0, look.length));
  });
});

describe('an endpoint', () => {
  it.each([
    'http://example.com/hook',
    'https://127.0.0.1/hook',
    'https://10.0.0.8/hook',
    'https://169.254.169.254/latest',
    'https://[::1]/hook',
    'http://127.0.0.1:9000/hook',
    'https://user:pass@example.com/hook',
    'https://example.com:8443/hook',
    'ftp://example.com',
    'not an address',
  ])('at %s is refused, and the refusal points at the address', async (url) => {
    const request = { url, eventTypes: ['refund.created' as const] };
    const answer = await bus.request(contract.createWebhookEndpoint, request, callFor(randomUUID()));
    expect(answer).toMatchObject({
      ok: false,
      refusal: { code: 'validation_failed', extra: { errors: [{ pointer: '/url' }] } },
    });
  });

  it('shows its secret once, rests it sealed, and is another tenant’s nothing', async () => {
    const [tenantId, stranger] = [randomUUID(), randomUUID()];
    const { secret, ...endpoint } = await endpointOf(tenantId, receiver.url('/mine'));
    expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
    const listed = await bus.request(contract.listWebhookEndpoints, {}, callFor(tenantId));
    expect(listed).toMatchObject({ ok: true, value: { webhookEndpoints: [endpoint] } });
    expect(JSON.stringify(listed)).not.toContain('whsec_');
    const named = { webhookEndpointId: endpoint.id };
    for (const operation of [
      contract.readWebhookEndpoint,
      contract.rotateWebhookSecret,
      contract.pingWebhookEndpoint,
      contract.deleteWebhookEndpoint,
    ]) {
      const answer = await bus.request(
        operation as typeof contract.readWebhookEndpoint,
        named,
        callFor(stranger),
      );
      expect(answer).toMatchObject({ ok: false, refusal: { code: 'webhook_endpoint_not_found' } });
    }
    const redelivery = { ...named, deliveryId: randomUUID() };
    expect(await bus.request(contract.redeliverWebhook, redelivery, callFor(tenantId))).toMatchObject({
      refusal: { code: 'webhook_delivery_not_found' },
    });
  });

  it('can be pinged: a webhook of sequence 0 that no log shows', async () => {
    const tenantId = randomUUID();
    const path = `/${randomUUID()}`;
    const { id: webhookEndpointId, secret } = await endpointOf(tenantId, receiver.url(path));
    expect(
      await bus.request(contract.pingWebhookEndpoint, { webhookEndpointId }, callFor(tenantId)),
    ).toMatchObject({ ok: true });
    const [got] = await eventually('it arrives', () => receiver.at(path).length > 0 && receiver.at(path));
    expect(new Webhook(secret).verify(got?.body ?? '', got?.headers as Record<string, string>)).toMatchObject(
      {
        type: 'webhook.ping',
        sequence: 0,
      },
    );
    expect(await logOf(tenantId)).toEqual([]);
  });
});
