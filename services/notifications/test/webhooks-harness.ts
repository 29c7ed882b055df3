import { randomUUID } from 'node:crypto';
import { ok } from '@lodging/kernel';
import { openDatabase } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { createVault } from '@lodging/kit-security';
import pg from 'pg';
import { eventually, fixedClock, freshSchema, testLogger } from '@lodging/kit-testing';
import { createMailDeps } from '../src/app.ts';
import { migrations } from '../src/migrations.ts';
import { deleteWebhookEndpoint, readWebhookEndpoint } from '@lodging/contract-notifications';
import { systemContext } from '@lodging/kit-runtime';
import { purgeOutbox } from '@lodging/kit-messaging';
import { rpcRoutes } from '../src/inbound/rpc.ts';
import type { DeliveryPage } from '../src/ports/deliveries.ts';
import type { EventLog } from '../src/ports/events.ts';
import type { NotificationsDeps } from '../src/ports/deps.ts';
import { deliveryPageToWire } from '../src/wire/deliveries.ts';
import { eventPageToWire } from '../src/wire/events.ts';
import { createDeferredDeliveries } from '../src/outbound/deliveries/deferred-deliveries.ts';
import { createDeliveryQueue } from '../src/outbound/deliveries/delivery-queue.ts';
import { createDeliveryRepository } from '../src/outbound/deliveries/delivery-repository.ts';
import { createEndpointRepository } from '../src/outbound/endpoints/endpoint-repository.ts';
import {
  createEndpointRecordRepository,
  createEndpointStatsRepository,
} from '../src/outbound/endpoints/endpoint-stats-repository.ts';
import { createEventLog } from '../src/outbound/events/event-log.ts';
import { newWebhookSecret } from '../src/outbound/deliveries/sign-webhook.ts';
import { createEndedRows } from '../src/outbound/deliveries/purge.ts';
import { createWebhookSender } from '../src/outbound/deliveries/webhook-sender.ts';
import { changeWebhookEndpoint } from '../src/use-cases/endpoints/change-webhook-endpoint.ts';
import type { ChangeWebhookEndpoint } from '../src/use-cases/endpoints/change-webhook-endpoint.ts';
import { createWebhookEndpoint } from '../src/use-cases/endpoints/create-webhook-endpoint.ts';
import type { CreateWebhookEndpoint } from '../src/use-cases/endpoints/create-webhook-endpoint.ts';
import { listEvents } from '../src/use-cases/events/list-events.ts';
import { listWebhookDeliveries } from '../src/use-cases/deliveries/list-webhook-deliveries.ts';
import { logEvent } from '../src/use-cases/events/log-event.ts';
import type { LogEvent } from '../src/use-cases/events/log-event.ts';
import { pingWebhookEndpoint } from '../src/use-cases/endpoints/ping-webhook-endpoint.ts';
import { queueDeferred } from '../src/use-cases/deliveries/queue-deferred.ts';
import { redeliverWebhook } from '../src/use-cases/deliveries/redeliver-webhook.ts';
import { replayWebhooks } from '../src/use-cases/deliveries/replay-webhooks.ts';
import { rotateWebhookSecret } from '../src/use-cases/endpoints/rotate-webhook-secret.ts';
import { createWebhookDispatcher } from '../src/outbound/deliveries/webhook-dispatcher.ts';

export type WebhooksHarness = Awaited<ReturnType<typeof startWebhooks>>;
type Clock = ReturnType<typeof fixedClock>;
type Caller = { readonly tenantId: string; readonly livemode: boolean };

/** Everything about webhooks on a real database, without the bus. */
export async function startWebhooks({ timeoutMs = 700, isPaced = false } = {}) {
  const schema = await freshSchema({ schema: 'notifications', sources: migrations });
  const log = testLogger();
  const db = openDatabase({ url: schema.url, schema: 'notifications', log });
  const clock = fixedClock(Temporal.Now.instant().round('millisecond'));
  const vault = createVault('a secret of thirty-two characters', 'lodging.notifications.webhook-secret');
  const sender = createWebhookSender({ clock, allowLocalhost: true, timeoutMs });
  const queue = createDeliveryQueue(db, { isPaced });
  const errors: unknown[] = [];
  const shared = { queue, sender, vault, clock, random: () => 0.5 };
  const onError = (error: unknown): void => void errors.push(error);
  const newDispatcher = () => createWebhookDispatcher({ ...shared, owner: randomUUID(), onError });
  const dispatcher = newDispatcher();
  const deps = createDeps(db, { ...shared, dispatcher, onDeferredError: onError });
  return {
    db,
    clock,
    queue,
    dispatcher,
    newDispatcher,
    errors,
    schema,
    endpoints: endpointsOf(deps),
    deliveries: deliveriesUnder(deps),
    listEvents: (caller: Caller, page: Parameters<typeof listEvents>[2]) => pageOfEvents(deps, caller, page),
    /** As the timer of one process does. */
    queueDeferred: () => queueDeferred(deps, new AbortController().signal),
    endedRows: deps.endedRows,
    stats: ({ tenantId }: Caller) => deps.endpointStats.list(tenantId),
    ...publisher(db, clock, deps.eventLog),
    close: async () => {
      await dispatcher.stop();
      sender.close();
      await db.close();
      await schema.drop();
    },
  };
}

const MAIL_SETTINGS = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Lodging <no-reply@lodging.example>',
  WEBHOOK_SECRET_KEY: ['a secret of thirty-two characters'] as [string],
};
const noBus = { request: () => Promise.reject(new Error('webhooks need no bus')) };

type Shared = Pick<
  NotificationsDeps,
  'queue' | 'sender' | 'vault' | 'clock' | 'dispatcher' | 'onDeferredError'
>;

function createDeps(db: Database, shared: Shared): NotificationsDeps {
  const { clock, dispatcher } = shared;
  return {
    ...shared,
    ...createMailDeps({ settings: MAIL_SETTINGS, db, clock, bus: noBus, log: testLogger() }),
    endedRows: createEndedRows(db),
    purgeOutbox: () => purgeOutbox(db),
    endpoints: createEndpointRepository(db),
    endpointRecords: createEndpointRecordRepository(db),
    endpointStats: createEndpointStatsRepository(db),
    deliveries: createDeliveryRepository(db),
    deferred: createDeferredDeliveries(db),
    eventLog: createEventLog(db, { clock, onQueued: dispatcher.wake }),
    newId: randomUUID,
    newSecret: newWebhookSecret,
  };
}

async function pageOfEvents(deps: NotificationsDeps, caller: Caller, page: Parameters<typeof listEvents>[2]) {
  const listed = await listEvents(deps, caller, page);
  if (!listed.ok) throw new Error(listed.refusal.code);
  const found = listed.value;
  const { events, nextAfter } = eventPageToWire(found);
  return { bodies: found.rows.slice(0, events.length).map(({ body }) => body), nextAfter };
}

function endpointsOf(deps: NotificationsDeps) {
  return {
    create: (caller: Caller, request: CreateWebhookEndpoint) => createWebhookEndpoint(deps, caller, request),
    list: ({ tenantId }: Caller) => deps.endpoints.list(tenantId),
    find: ({ tenantId }: Caller, id: string) => deps.endpoints.find(tenantId, id),
    change: (caller: Caller, request: ChangeWebhookEndpoint) => changeWebhookEndpoint(deps, caller, request),
    read: (caller: Caller, id: string) => callRoute(deps, readWebhookEndpoint.subject, caller, id),
    delete: (caller: Caller, id: string) => callRoute(deps, deleteWebhookEndpoint.subject, caller, id),
    rotateSecret: (caller: Caller, id: string) => rotateWebhookSecret(deps, caller, id),
  };
}

/** Through the service's own table of requests, without the bus. */
function callRoute(
  deps: NotificationsDeps,
  subject: string,
  { tenantId, livemode }: Caller,
  webhookEndpointId: string,
) {
  const route = rpcRoutes(deps).find((each) => each.subject === subject);
  if (route === undefined) throw new Error(`${subject} is not served`);
  return route.read({ webhookEndpointId })(systemContext(tenantId, livemode, { timeoutMs: 5_000 }));
}

function deliveriesUnder(deps: NotificationsDeps) {
  return {
    list: async (caller: Caller, endpointId: string, page: DeliveryPage) => {
      const found = await listWebhookDeliveries(deps, caller, { endpointId, ...page });
      if (!found.ok) return found;
      const { deliveries, nextAfter } = deliveryPageToWire(found.value);
      return ok({ deliveries: found.value.rows.slice(0, deliveries.length), nextAfter });
    },
    replay: (caller: Caller, endpointId: string, between: { from: Temporal.Instant; to: Temporal.Instant }) =>
      replayWebhooks(deps, caller, { endpointId, ...between }),
    redeliver: (caller: Caller, endpointId: string, deliveryId: string) =>
      redeliverWebhook(deps, caller, { endpointId, deliveryId }),
    ping: (caller: Caller, endpointId: string) => pingWebhookEndpoint(deps, caller, endpointId),
  };
}

/** For what takes longer than a service may take; sees every tenant. */
export async function atLeisure(
  { schema }: Pick<WebhooksHarness, 'schema'>,
  text: string,
  values: unknown[],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: schema.url, options: '-c search_path=notifications' });
  await client.connect();
  try {
    await client.query('SET ROLE notifications_job');
    return (await client.query<Record<string, unknown>>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Events as other services publish them. */
function publisher(db: Database, clock: Clock, eventLog: EventLog) {
  const loggerOn = (log: typeof eventLog) => (event: LogEvent) => logEvent({ eventLog: log }, event);
  const publishBy =
    (log: (event: LogEvent) => Promise<unknown>) =>
    async (tenantId: string, reservationId: string = randomUUID(), verb = 'created', object = {}) => {
      const id = randomUUID();
      const type = `evt.reservations.v1.reservation.${verb}`;
      const event = { id, type, tenantId, livemode: true, occurredAt: clock.now().toString() };
      const mark = { consumer: 'notifications', eventId: id };
      await log({ event, reservationId, object: { id: reservationId, ...object }, mark });
      return { ...event, event, mark, reservationId };
    };
  /** Another process: its deliveries wait for a sweep. */
  const newLog = () => loggerOn(createEventLog(db, { clock, onQueued: () => undefined }));
  const log = loggerOn(eventLog);
  return { publish: publishBy(log), publishUnnoticed: publishBy(newLog()), append: log, newLog };
}

export const caller = () => ({ tenantId: randomUUID(), livemode: true });

/** The one delivery that an endpoint has, once it is as wanted. */
export function deliveryWhen(
  webhooks: WebhooksHarness,
  who: { tenantId: string; livemode: boolean },
  endpointId: string,
  isWanted: (delivery: Awaited<ReturnType<typeof deliveriesOf>>[number]) => boolean,
) {
  return eventually('the delivery is as wanted', async () =>
    (await deliveriesOf(webhooks, who, endpointId)).find(isWanted),
  );
}

export async function deliveriesOf(
  webhooks: WebhooksHarness,
  who: { tenantId: string; livemode: boolean },
  endpointId: string,
) {
  const page = await webhooks.deliveries.list(who, endpointId, { limit: 100, after: null });
  if (!page.ok) throw new Error(page.refusal.code);
  return page.value.deliveries;
}

export async function endpointAt(
  webhooks: WebhooksHarness,
  who: { tenantId: string; livemode: boolean },
  url: string,
) {
  const made = await webhooks.endpoints.create(who, {
    url,
    eventTypes: ['reservation.created', 'reservation.confirmed'],
  });
  if (!made.ok) throw new Error(made.refusal.detail);
  return made.value;
}
