import { ops } from '@lodging/contract-notifications';
import { defineService, purgeOutbox } from '@lodging/kit-messaging';
import type { Bus, ServiceContext } from '@lodging/kit-messaging';
import { observeDueWork } from '@lodging/kit-postgres';
import { QUEUED_MAILS } from './outbound/mails/lease-mails.ts';
import { describeWork, operationsRoutes } from '@lodging/operations';
import { consumers } from './inbound/events.ts';
import { rpcRoutes } from './inbound/rpc.ts';
import { timers } from './inbound/timers.ts';
import { migrations } from './migrations.ts';
import { createDeferredDeliveries } from './outbound/deliveries/deferred-deliveries.ts';
import { createDeliveryQueue } from './outbound/deliveries/delivery-queue.ts';
import { createDeliveryRepository } from './outbound/deliveries/delivery-repository.ts';
import { createEndpointRepository } from './outbound/endpoints/endpoint-repository.ts';
import {
  createEndpointRecordRepository,
  createEndpointStatsRepository,
} from './outbound/endpoints/endpoint-stats-repository.ts';
import { createEventLog } from './outbound/events/event-log.ts';
import { observeDeliveries } from './outbound/deliveries/observe-deliveries.ts';
import { createEndedRows } from './outbound/deliveries/purge.ts';
import { newWebhookSecret } from './outbound/deliveries/sign-webhook.ts';
import { createSecretVault, sealOfEndpoints } from './outbound/endpoints/secret-vault.ts';
import { createAddressHash } from './outbound/mails/admit-mail.ts';
import { createGuestMailer, mailDomainOf } from './outbound/mails/guest-mailer.ts';
import { createGuestMailRepository } from './outbound/mails/guest-mail-repository.ts';
import { mailIdOf } from './outbound/mails/mail-id.ts';
import { createMailLimitsRepository } from './outbound/mails/mail-limits-repository.ts';
import { createMailSettingsRepository } from './outbound/mails/mail-settings-repository.ts';
import { createMailTemplateRepository } from './outbound/mails/mail-template-repository.ts';
import { createTemplateEngine } from './outbound/mails/template-engine.ts';
import { createRecentMailSettings } from './outbound/mails/recent-mail-settings.ts';
import { writeStayCalendar } from './outbound/mails/write-stay-calendar.ts';
import { createPaymentsClient } from './outbound/neighbours/payments-client.ts';
import { createReservationsClient } from './outbound/neighbours/reservations-client.ts';
import { createSmtpMailer } from './outbound/mails/smtp-mailer.ts';
import { createWebhookSender } from './outbound/deliveries/webhook-sender.ts';
import { collectWebhookStats } from './outbound/deliveries/webhook-stats.ts';
import { createRecovery } from './outbound/events/recovery.ts';
import { createTracing } from './outbound/tracing.ts';
import type { NotificationsDeps } from './ports/deps.ts';
import { settings } from './settings.ts';
import type { Settings } from './settings.ts';
import { createWebhookDispatcher } from './outbound/deliveries/webhook-dispatcher.ts';

export const notifications = defineService({
  name: 'notifications',
  settings,
  migrations,
  ops,
  describeWork,
  build,
});

function build(service: ServiceContext<Settings>) {
  const { settings, db, bus } = service;
  const deps = createDeps(service);
  const { mailer, sender, dispatcher, vault } = deps;
  const own = { consumers: consumers(deps) };
  const operations = { tracing: createTracing(db), recovery: createRecovery(db) };
  return {
    routes: [...rpcRoutes(deps), ...operationsRoutes(ops, { db, bus, ...own, ...operations })],
    consumers: own.consumers,
    timers: timers(deps),
    seals: [sealOfEndpoints(db, vault, settings.WEBHOOK_SECRET_KEY)],
    observers: [observeDeliveries(db), observeDueWork(db, { 'send-guest-mails': QUEUED_MAILS })],
    optionalChecks: { mail: () => mailer.check() },
    facts: async () => ({
      allowsLocalhost: settings.WEBHOOKS_ALLOW_LOCALHOST,
      mailServer: new URL(settings.SMTP_URL).host,
      ...(await collectWebhookStats(db)),
    }),
    async stop() {
      await dispatcher.stop();
      sender.close();
      mailer.close();
    },
  };
}

function createDeps(service: ServiceContext<Settings>) {
  const { settings, db, log, clock, newId } = service;
  const allowLocalhost = settings.WEBHOOKS_ALLOW_LOCALHOST;
  const vault = createSecretVault(settings.WEBHOOK_SECRET_KEY);
  const sender = createWebhookSender({ clock, allowLocalhost });
  const queue = createDeliveryQueue(db);
  const dispatcher = createWebhookDispatcher({
    queue,
    sender,
    vault,
    clock,
    random: Math.random,
    owner: newId(),
    onError: (error, endpoint) => log.error({ err: error, ...endpoint }, 'webhook deliveries failed'),
  });
  return {
    ...createMailDeps(service),
    sender,
    vault,
    queue,
    dispatcher,
    clock,
    newId,
    newSecret: newWebhookSecret,
    endedRows: createEndedRows(db),
    purgeOutbox: () => purgeOutbox(db),
    endpoints: createEndpointRepository(db),
    endpointRecords: createEndpointRecordRepository(db),
    endpointStats: createEndpointStatsRepository(db),
    deliveries: createDeliveryRepository(db),
    deferred: createDeferredDeliveries(db),
    onDeferredError: (error: unknown, tenantId: string) =>
      log.error({ err: error, tenantId }, 'deferred deliveries could not be queued'),
    eventLog: createEventLog(db, { clock, onQueued: dispatcher.wake }),
  } satisfies NotificationsDeps;
}

interface MailServices extends Pick<ServiceContext<Settings>, 'db' | 'log' | 'clock'> {
  readonly settings: Pick<Settings, 'SMTP_URL' | 'MAIL_FROM' | 'WEBHOOK_SECRET_KEY'>;
  readonly bus: Pick<Bus, 'request'>;
}

export function createMailDeps({ settings, db, bus, log, clock }: MailServices) {
  const mailSettings = createMailSettingsRepository(db);
  const server = { url: settings.SMTP_URL, from: settings.MAIL_FROM };
  return {
    mailer: createSmtpMailer(server),
    guestMailer: createGuestMailer(server),
    guestMails: createGuestMailRepository(db, createAddressHash(settings.WEBHOOK_SECRET_KEY)),
    mailSettings,
    mailLimits: createMailLimitsRepository(db),
    findRecentMailSettings: createRecentMailSettings(mailSettings, clock),
    mailTemplates: createMailTemplateRepository(db),
    templateEngine: createTemplateEngine(),
    writeStayCalendar,
    mailDomain: mailDomainOf(settings.MAIL_FROM),
    mailIdOf,
    onMailError: (error: unknown, { tenantId }: { readonly tenantId: string }) =>
      log.error({ err: error, tenantId }, 'a mail to a guest failed'),
    reservations: createReservationsClient(bus),
    payments: createPaymentsClient(bus),
  };
}
