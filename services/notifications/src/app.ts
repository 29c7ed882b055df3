import { ops } from '@lodging/contract-notifications';
import { defineService, purgeOutbox } from '@lodging/kit-messaging';
import type { ServiceContext } from '@lodging/kit-messaging';
import { eventConsumers } from './inbound/events.ts';
import { rpcRoutes } from './inbound/rpc.ts';
import { timers } from './inbound/timers.ts';
import { migrations } from './migrations.ts';
import { createDeliveryQueue } from './outbound/delivery-queue.ts';
import { createDeliveryRepository } from './outbound/delivery-repository.ts';
import { createEndpointRepository } from './outbound/endpoint-repository.ts';
import { createEndpointStatsRepository } from './outbound/endpoint-stats-repository.ts';
import { createEventLog } from './outbound/event-log.ts';
import { observeDeliveries } from './outbound/observe-deliveries.ts';
import { purgeDeletedEndpoints, purgeExpired } from './outbound/purge.ts';
import { newWebhookSecret } from './outbound/sign-webhook.ts';
import { createSecretVault, sealOfEndpoints } from './outbound/secret-vault.ts';
import { createSmtpMailer } from './outbound/smtp-mailer.ts';
import { createWebhookSender } from './outbound/webhook-sender.ts';
import { collectWebhookStats } from './outbound/webhook-stats.ts';
import { createRecovery } from './outbound/recovery.ts';
import { createTracing } from './outbound/tracing.ts';
import { settings } from './settings.ts';
import type { Settings } from './settings.ts';
import { createWebhookDispatcher } from './use-cases/webhook-dispatcher.ts';

export const notifications = defineService({ name: 'notifications', settings, migrations, ops, build });

function build(service: ServiceContext<Settings>) {
  const { settings, db, clock } = service;
  const deps = createDeps(service);
  const { mailer, sender, queue, dispatcher, vault } = deps;
  return {
    routes: rpcRoutes(deps),
    consumers: eventConsumers(deps),
    timers: timers({
      dispatchDue: () => dispatcher.sweep(),
      retireDeliveries: async () => {
        await queue.retire(clock.now());
        await purgeDeletedEndpoints(db);
      },
      purge: async () => {
        await purgeExpired(db, clock.now());
        await purgeOutbox(db);
      },
    }),
    seals: [sealOfEndpoints(db, vault, settings.WEBHOOK_SECRET_KEY)],
    tracing: createTracing(db),
    recovery: createRecovery(db),
    observers: [observeDeliveries(db)],
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

function createDeps({ settings, db, log, clock, newId }: ServiceContext<Settings>) {
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
    mailer: createSmtpMailer({ url: settings.SMTP_URL, from: settings.MAIL_FROM }),
    sender,
    vault,
    queue,
    dispatcher,
    clock,
    newId,
    newSecret: newWebhookSecret,
    wake: dispatcher.wake,
    endpoints: createEndpointRepository(db),
    endpointStats: createEndpointStatsRepository(db),
    deliveries: createDeliveryRepository(db),
    eventLog: createEventLog(db, { clock, onQueued: dispatcher.wake }),
  };
}
