import { ops } from '@lodging/contract-payments';
import { streamOf } from '@lodging/contract-wire';
import { defineService } from '@lodging/kit-messaging';
import type { ServiceContext } from '@lodging/kit-messaging';
import { observeDueWork } from '@lodging/kit-postgres';
import { createSemaphore } from '@lodging/kit-runtime';
import { describeWork, operationsRoutes } from '@lodging/operations';
import { consumers } from './inbound/events.ts';
import { rpcRoutes } from './inbound/rpc.ts';
import { timers } from './inbound/timers.ts';
import { createWebhookServer } from './inbound/webhook-server.ts';
import { eventToWire } from './wire/events.ts';
import { migrations } from './migrations.ts';
import type { Payment } from './domain/ledger/payment.ts';
import type { PaymentsDeps } from './ports/deps.ts';
import type { SecretVault } from './ports/provider.ts';
import { createAccountRepository } from './outbound/accounts/account-repository.ts';
import { createClientSecretVault, sealOfClientSecrets } from './outbound/attempts/client-secret-vault.ts';
import { createAutomaticRefundBudget } from './outbound/refunds/automatic-refund-repository.ts';
import { createDueWorkRepository, UNSENT_RETURNS } from './outbound/provider/due-work-repository.ts';
import { createLedgerRepository } from './outbound/ledger/ledger-repository.ts';
import { createLostPaymentRepository } from './outbound/provider/lost-payment-repository.ts';
import { createLogAlerts } from './outbound/provider/log-alerts.ts';
import { createMoneySummaryRepository } from './outbound/ledger/money-summary-repository.ts';
import { createInFlightNotifications } from './outbound/notifications/in-flight-notifications.ts';
import { createNotificationRepository } from './outbound/notifications/notification-repository.ts';
import { createParkedNotificationRepository } from './outbound/notifications/parked-notification-repository.ts';
import { collectPaymentFacts, observePayments } from './outbound/provider/payment-stats.ts';
import { createKeyChecks } from './outbound/stripe/key-checks.ts';
import { createProviderClient } from './outbound/stripe/provider-client.ts';
import { createStripeClients, STRIPE_API_VERSION } from './outbound/stripe/sdk-clients.ts';
import type { StripeClients } from './outbound/stripe/sdk-clients.ts';
import { createUnclaimedMoneyRepository } from './outbound/cancellation/unclaimed-money-repository.ts';
import { createUnrequestedRefundRepository } from './outbound/refunds/unrequested-refund-repository.ts';
import { createRecovery } from './outbound/recovery/recovery.ts';
import { createTracing } from './outbound/tracing.ts';
import { createProviderReads } from './outbound/provider/provider-reads.ts';
import { settings } from './settings.ts';
import { receiveNotification } from './use-cases/notifications/receive-notification.ts';
import type { Settings } from './settings.ts';

const events = streamOf('payments');

/** Fewer than the database connections, so that a burst of notifications leaves some to requests. */
const APPLIED_AT_ONCE = 6;

export const payments = defineService({
  name: 'payments',
  settings,
  migrations,
  ops,
  describeWork,
  publishes: events,
  maxConnections: () => 12,
  // Most requests wait for the provider, without a database connection.
  maxInFlight: 128,
  build(service: ServiceContext<Settings>) {
    const { db, bus, clock, log } = service;
    const stripe = createStripeClients({
      liveSecretKey: service.settings.STRIPE_LIVE_SECRET_KEY,
      testSecretKey: service.settings.STRIPE_TEST_SECRET_KEY,
      apiUrl: service.settings.STRIPE_API_URL,
    });
    const vault = createClientSecretVault(service.settings.PAYMENT_SECRET_KEY);
    const deps = createDeps(service, stripe, vault, () => notifications.wake());
    const allTimers = timers(deps);
    const [notifications] = allTimers;
    const own = { publishes: events, consumers: consumers(deps) };
    const operations = { tracing: createTracing(db), recovery: createRecovery(db) };
    return {
      routes: [...rpcRoutes(deps), ...operationsRoutes(ops, { db, bus, ...own, ...operations })],
      consumers: own.consumers,
      timers: allTimers,
      servers: [
        createWebhookServer(
          { receiveNotification: (notification) => receiveNotification(deps, notification), clock, log },
          {
            host: service.settings.HOST,
            port: service.settings.WEBHOOK_PORT,
            secrets: service.settings.STRIPE_WEBHOOK_SECRETS,
          },
        ),
      ],
      optionalChecks: createKeyChecks(stripe, clock),
      facts: async () => ({
        // Null: Stripe itself.
        providerAddress: hostOf(service.settings.STRIPE_API_URL),
        ...(await collectPaymentFacts(db)),
      }),
      seals: [sealOfClientSecrets(db, vault, service.settings.PAYMENT_SECRET_KEY)],
      observers: [
        observePayments(db, { alertAfter: service.settings.AUTOMATIC_REFUNDS_ALERT }),
        observeDueWork(db, { 'send-returns': UNSENT_RETURNS }),
      ],
    };
  },
});

function createDeps(
  service: ServiceContext<Settings>,
  stripe: StripeClients,
  vault: SecretVault,
  wakeNotifications: () => void,
): PaymentsDeps {
  const { db, clock, newId, log, signal } = service;
  const applying = createSemaphore({ permits: APPLIED_AT_ONCE });
  return {
    ledgers: createLedgerRepository({ db, clock, newId, toEvent: eventToWire }),
    accounts: createAccountRepository(db, clock),
    notifications: createNotificationRepository(db),
    parkedNotifications: createParkedNotificationRepository(db),
    automaticRefunds: createAutomaticRefundBudget(db, service.settings.AUTOMATIC_REFUNDS_STOP),
    automaticRefundsAlert: service.settings.AUTOMATIC_REFUNDS_ALERT,
    dueWork: createDueWorkRepository(db),
    unclaimedMoney: createUnclaimedMoneyRepository(db, clock, newId),
    unrequestedRefunds: createUnrequestedRefundRepository(db),
    lostPayments: createLostPaymentRepository(db),
    moneySummaries: createMoneySummaryRepository(db),
    provider: createProviderClient(stripe, clock),
    vault,
    inFlight: createInFlightNotifications(),
    applyingAtOnce: {
      hasCapacity: () => applying.running() < APPLIED_AT_ONCE,
      run: (work) => applying.run(work),
    },
    wakeNotifications,
    providerReads: createProviderReads<Payment>(),
    alerts: createLogAlerts(log),
    apiVersion: STRIPE_API_VERSION,
    clock,
    newId,
    reconcileSeconds: service.settings.RECONCILE_SECONDS,
    refundSweepSeconds: service.settings.REFUND_SWEEP_SECONDS,
    signal,
  };
}

function hostOf(url: string | undefined): string | null {
  return url === undefined ? null : new URL(url).host;
}
