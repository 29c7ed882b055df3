import { ops } from '@lodging/contract-payments';
import { streamOf } from '@lodging/contract-wire';
import { defineService } from '@lodging/kit-messaging';
import type { ServiceContext } from '@lodging/kit-messaging';
import { eventConsumers } from './inbound/events.ts';
import { rpcRoutes } from './inbound/rpc.ts';
import { notificationTimer, timers } from './inbound/timers.ts';
import { createWebhookServer } from './inbound/webhook-server.ts';
import { eventToWire } from './inbound/wire-events.ts';
import { migrations } from './migrations.ts';
import { createAccountRepository } from './outbound/account-repository.ts';
import { createClientSecretVault, sealOfClientSecrets } from './outbound/client-secret-vault.ts';
import { createDueWorkRepository } from './outbound/due-work-repository.ts';
import { createLedgerRepository } from './outbound/ledger-repository.ts';
import { createLostPaymentRepository } from './outbound/lost-payment-repository.ts';
import { createLogAlerts } from './outbound/log-alerts.ts';
import { createMoneySummaryRepository } from './outbound/money-summary-repository.ts';
import { createNotificationRepository } from './outbound/notification-repository.ts';
import { collectPaymentFacts, observePayments } from './outbound/payment-stats.ts';
import { createKeyChecks } from './outbound/stripe/key-checks.ts';
import { createProviderClient } from './outbound/stripe/provider-client.ts';
import { createStripeClients, STRIPE_API_VERSION } from './outbound/stripe/sdk-clients.ts';
import type { StripeClients } from './outbound/stripe/sdk-clients.ts';
import { createUnclaimedMoneyRepository } from './outbound/unclaimed-money-repository.ts';
import { createUnrequestedRefundRepository } from './outbound/unrequested-refund-repository.ts';
import { createRecovery } from './outbound/recovery.ts';
import { createTracing } from './outbound/tracing.ts';
import { createArrivals } from './use-cases/arrivals.ts';
import { createNotificationWork } from './use-cases/process-notifications.ts';
import { settings } from './settings.ts';
import type { Settings } from './settings.ts';

export const payments = defineService({
  name: 'payments',
  settings,
  migrations,
  ops,
  publishes: streamOf('payments'),
  maxConnections: () => 12,
  // Most requests wait for the provider, without a database connection.
  maxInFlight: 128,
  build(service: ServiceContext<Settings>) {
    const { db, clock, log } = service;
    const stripe = createStripeClients({
      liveSecretKey: service.settings.STRIPE_LIVE_SECRET_KEY,
      testSecretKey: service.settings.STRIPE_TEST_SECRET_KEY,
      apiUrl: service.settings.STRIPE_API_URL,
    });
    const deps = createDeps(service, stripe);
    const work = createNotificationWork(deps);
    const notifications = notificationTimer(work);
    return {
      routes: rpcRoutes(deps),
      consumers: eventConsumers(deps),
      timers: [
        notifications,
        ...timers(deps, {
          reconcileSeconds: service.settings.RECONCILE_SECONDS,
          refundSweepSeconds: service.settings.REFUND_SWEEP_SECONDS,
        }),
      ],
      servers: [
        createWebhookServer(
          { notifications: work, clock, log, onStored: () => notifications.wake() },
          {
            host: service.settings.HOST,
            port: service.settings.WEBHOOK_PORT,
            secrets: service.settings.STRIPE_WEBHOOK_SECRETS,
          },
        ),
      ],
      stop: () => work.finish(),
      optionalChecks: createKeyChecks(stripe, clock),
      facts: async () => ({
        // Null: Stripe itself.
        providerAddress: hostOf(service.settings.STRIPE_API_URL),
        ...(await collectPaymentFacts(db)),
      }),
      tracing: createTracing(db),
      seals: [sealOfClientSecrets(db, deps.vault, service.settings.PAYMENT_SECRET_KEY)],
      recovery: createRecovery(db),
      observers: [observePayments(db)],
    };
  },
});

function createDeps(service: ServiceContext<Settings>, stripe: StripeClients) {
  const { db, clock, newId, log, signal } = service;
  return {
    ledgers: createLedgerRepository({ db, clock, newId, toEvent: eventToWire }),
    accounts: createAccountRepository(db, clock),
    notifications: createNotificationRepository(db),
    dueWork: createDueWorkRepository(db),
    unclaimedMoney: createUnclaimedMoneyRepository(db, clock, newId),
    unrequestedRefunds: createUnrequestedRefundRepository(db),
    lostPayments: createLostPaymentRepository(db),
    moneySummaries: createMoneySummaryRepository(db),
    provider: createProviderClient(stripe, clock),
    vault: createClientSecretVault(service.settings.PAYMENT_SECRET_KEY),
    arrivals: createArrivals(),
    alerts: createLogAlerts(log),
    apiVersion: STRIPE_API_VERSION,
    clock,
    newId,
    signal,
  };
}

function hostOf(url: string | undefined): string | null {
  return url === undefined ? null : new URL(url).host;
}
