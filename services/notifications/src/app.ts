import { setTimeout as pause } from 'node:timers/promises';
import { ops } from '@lodging/contract-notifications';
import { streamOf } from '@lodging/contract-wire';
import { connectBus, serve, startConsumer, purgeOutbox, opsRoutes } from '@lodging/kit-messaging';
import type { Bus, Route } from '@lodging/kit-messaging';
import { openDatabase, requireMigrated } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { aboutProcess } from '@lodging/kit-runtime';
import type { App, Runtime } from '@lodging/kit-runtime';
import { notificationsSettings } from './settings.ts';
import type { NotificationsSettings } from './settings.ts';
import {
  onPaymentEvents,
  onRefundEvents,
  onReservationEvents,
  paymentEvents,
  refundEvents,
  reservationEvents,
} from './inbound/events.ts';
import { requests } from './inbound/rpc.ts';
import { startTimers } from './inbound/timers.ts';
import { webhookRoutes } from './inbound/webhook-rpc.ts';
import { notificationsMigrations } from './migrations.ts';
import { deliveryQueue } from './outbound/delivery-queue.ts';
import { deliveryStore } from './outbound/delivery-store.ts';
import { endpointStore } from './outbound/endpoint-store.ts';
import { createEventLog, loggedEvents } from './outbound/event-log.ts';
import { clearDeleted, forgetOld } from './outbound/forget-old.ts';
import { createReceivers } from './outbound/post-webhook.ts';
import { secretVault } from './outbound/secret-vault.ts';
import { newWebhookSecret } from './outbound/sign-webhook.ts';
import { createSmtpMailer } from './outbound/smtp-mailer.ts';
import type { SmtpMailer } from './outbound/smtp-mailer.ts';
import { endpointSurvey } from './outbound/survey-endpoints.ts';
import { surveyWebhooks } from './outbound/survey-webhooks.ts';
import { watchDeliveries } from './outbound/watch-deliveries.ts';
import { deliverWebhooks } from './use-cases/deliver-webhooks.ts';
import type { Deliverer } from './use-cases/deliver-webhooks.ts';
import { listEvents } from './use-cases/list-events.ts';
import { logEvent } from './use-cases/log-event.ts';
import { manageDeliveries } from './use-cases/manage-deliveries.ts';
import { manageEndpoints } from './use-cases/manage-endpoints.ts';
import { sendCodeMail } from './use-cases/send-code-mail.ts';
import { surveyEndpoints } from './use-cases/survey-endpoints.ts';

const LOOK_AGAIN_MS = 500;

export async function buildNotifications(settings: NotificationsSettings, runtime: Runtime): Promise<App> {
  const { log, clock, signal } = runtime;
  const bus = await connectBus({ url: settings.NATS_URL, name: 'notifications', log });
  const db = openDatabase({ url: settings.POSTGRES_URL, schema: 'notifications', log });
  await migrated(db, runtime);
  const mailer = createSmtpMailer({ url: settings.SMTP_URL, from: settings.MAIL_FROM });
  const { deliverer, queue, receivers, uses } = buildWebhooks(settings, runtime, db);
  const consumers = await listen({ db, bus, deliverer }, runtime);
  const checks = {
    postgres: () => db.check(),
    migrations: () => requireMigrated(db, notificationsMigrations),
    nats: () => bus.check(),
  };
  const unwatch = watchDeliveries(db);
  const served = await serve(bus, { group: 'notifications', log }, [
    ...requests({ sendCodeMail: sendCodeMail({ mailer, clock }) }),
    ...webhookRoutes(uses),
    ...opsOf(settings, runtime, { db, bus, checks, mailer }),
  ]);
  const timers = startTimers({
    log,
    signal,
    sweepDue: () => deliverer.sweep(),
    retire: async () => {
      await queue.retire(clock.now());
      await clearDeleted(db);
    },
    forgetOld: async () => {
      await forgetOld(db, clock.now());
      await purgeOutbox(db);
    },
  });
  return {
    checks,
    async stop() {
      unwatch();
      await served.stop();
      await Promise.all([...consumers.map((consumer) => consumer.stop()), timers.stop()]);
      await deliverer.stop();
      receivers.close();
      mailer.close();
      await bus.drain();
      await db.close();
    },
  };
}

interface Watched extends Pick<App, 'checks'> {
  readonly db: Database;
  readonly bus: Bus;
  readonly mailer: SmtpMailer;
}

/** What the platform's operator may ask. */
function opsOf(settings: NotificationsSettings, { clock }: Runtime, { mailer, ...links }: Watched): Route[] {
  return opsRoutes(ops, {
    ...links,
    clock,
    migrations: notificationsMigrations,
    about: aboutProcess(notificationsSettings, settings),
    consumes: [streamOf('reservations').name, streamOf('payments').name],
    optionalChecks: { mail: () => mailer.check() },
    facts: async () => ({
      allowsLocalhost: settings.WEBHOOKS_ALLOW_LOCALHOST,
      mailServer: new URL(settings.SMTP_URL).host,
      ...(await surveyWebhooks(links.db)),
    }),
  });
}

/** Everything about webhooks, but the doors through which it is asked for. */
function buildWebhooks(settings: NotificationsSettings, { log, clock, newId }: Runtime, db: Database) {
  const [endpoints, queue] = [endpointStore(db), deliveryQueue(db)];
  const vault = secretVault(settings.WEBHOOK_SECRET_KEY);
  const receivers = createReceivers({ clock, allowLocalhost: settings.WEBHOOKS_ALLOW_LOCALHOST });
  const deliverer = deliverWebhooks({
    queue,
    receivers,
    vault,
    clock,
    random: Math.random,
    owner: newId(),
    onSurprise: (error, endpoint) => log.error({ err: error, ...endpoint }, 'deliveries were held up'),
  });
  const wake = deliverer.wake;
  const uses = {
    endpoints: manageEndpoints({ endpoints, receivers, vault, clock, newId, newSecret: newWebhookSecret }),
    deliveries: manageDeliveries({ endpoints, deliveries: deliveryStore(db), clock, newId, wake }),
    listEvents: listEvents({ log: loggedEvents(db), clock }),
    surveyEndpoints: surveyEndpoints({ survey: endpointSurvey(db) }),
  };
  return { deliverer, queue, receivers, uses };
}

interface Links {
  readonly db: Database;
  readonly bus: Bus;
  readonly deliverer: Deliverer;
}

async function listen({ db, bus, deliverer }: Links, { log, signal, clock }: Runtime) {
  const record = logEvent({ eventLog: createEventLog(db, { clock, onQueued: deliverer.wake }) });
  const [reservations, payments] = [streamOf('reservations'), streamOf('payments')];
  const common = { db, bus, durable: 'notifications', log, signal, marksInTransaction: true };
  return Promise.all([
    startConsumer({
      ...common,
      stream: reservations.name,
      filter: reservations.filter,
      handlers: onReservationEvents(record),
      schema: reservationEvents,
    }),
    startConsumer({
      ...common,
      stream: payments.name,
      filter: payments.filter,
      handlers: { ...onPaymentEvents(record), ...onRefundEvents(record) },
      schema: { ...paymentEvents, ...refundEvents },
    }),
  ]);
}

/** Timers and consumers on tables that are not there yet would only fill the log. */
async function migrated(db: Database, { log, signal }: Runtime): Promise<void> {
  for (let tries = 0; !signal.aborted; tries += 1) {
    try {
      return await requireMigrated(db, notificationsMigrations);
    } catch (error) {
      if (tries === 0) log.warn({ err: error }, 'waiting for the database and its migrations');
      await pause(LOOK_AGAIN_MS);
    }
  }
}
