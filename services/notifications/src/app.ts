// Owns how notifications is put together: every part is made here and nowhere else.
import { streamOf } from '@lodging/contract-wire';
import { connectBus, serve } from '@lodging/kit-messaging';
import type { Bus } from '@lodging/kit-messaging';
import { startConsumer, sweepOld } from '@lodging/kit-outbox';
import { openDatabase, requireMigrated } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { every } from '@lodging/kit-runtime';
import type { App, Runtime } from '@lodging/kit-runtime';
import type { NotificationsSettings } from './config.ts';
import {
  onPaymentEvents,
  onRefundEvents,
  onReservationEvents,
  paymentEvents,
  refundEvents,
  reservationEvents,
} from './inbound/events.ts';
import { requests } from './inbound/rpc.ts';
import { notificationsMigrations } from './migrations.ts';
import { createEventLog, forgetOldEvents } from './outbound/event-log.ts';
import { createSmtpMailer } from './outbound/smtp-mailer.ts';
import { logEvent } from './use-cases/log-event.ts';
import { sendCodeMail } from './use-cases/send-code-mail.ts';

const HOUR_SECONDS = 3_600;

export async function buildNotifications(settings: NotificationsSettings, runtime: Runtime): Promise<App> {
  const { log, clock, signal } = runtime;
  const bus = await connectBus({ url: settings.NATS_URL, name: 'notifications', log });
  const db = openDatabase({ url: settings.POSTGRES_URL, schema: 'notifications', log });
  const mailer = createSmtpMailer({ url: settings.SMTP_URL, from: settings.MAIL_FROM });
  const consumers = await listen(db, bus, runtime);
  const served = await serve(
    bus,
    { group: 'notifications', log },
    requests({ sendCodeMail: sendCodeMail({ mailer, clock }) }),
  );
  const forgetting = every({ name: 'forget-old-events', seconds: HOUR_SECONDS, log, signal }, async () => {
    await forgetOldEvents(db);
    await sweepOld(db);
  });
  return {
    checks: {
      postgres: () => db.check(),
      migrations: () => requireMigrated(db, notificationsMigrations),
      nats: () => bus.check(),
    },
    async stop() {
      await served.stop();
      await Promise.all([...consumers.map((consumer) => consumer.stop()), forgetting.stop()]);
      mailer.close();
      await bus.drain();
      await db.close();
    },
  };
}

async function listen(db: Database, bus: Bus, { log, signal }: Runtime) {
  const record = logEvent({ eventLog: createEventLog(db) });
  const [reservations, payments] = [streamOf('reservations'), streamOf('payments')];
  const common = { db, bus, durable: 'notifications', log, signal, marksItself: true };
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
