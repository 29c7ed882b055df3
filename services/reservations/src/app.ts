import { ops } from '@lodging/contract-reservations';
import { streamOf } from '@lodging/contract-wire';
import { defineService } from '@lodging/kit-messaging';
import type { ServiceContext } from '@lodging/kit-messaging';
import { createSealerRing } from '@lodging/kit-security';
import { timer } from '@lodging/kit-runtime';
import type { Logger } from '@lodging/kit-runtime';
import { paymentsConsumer } from './inbound/events.ts';
import { createRefusalQueue } from './inbound/refusal-queue.ts';
import { rpcRoutes } from './inbound/rpc.ts';
import { timers } from './inbound/timers.ts';
import { migrations } from './migrations.ts';
import { createBookingListRepository } from './outbound/booking-list-repository.ts';
import { createDueWorkRepository } from './outbound/due-work-repository.ts';
import { createEarlierGuestKeys } from './outbound/earlier-guest-keys.ts';
import { createGuestCodeHasher } from './outbound/guest-code-hasher.ts';
import { createGuestCodeRepository } from './outbound/guest-code-repository.ts';
import { createGuestHashes } from './outbound/guest-hashes.ts';
import { sealOfGuests } from './outbound/guest-seal.ts';
import { createGuestSealer } from './outbound/guest-sealer.ts';
import { createGuestSealing } from './outbound/guest-sealing-repository.ts';
import { createGuestTokens } from './outbound/guest-tokens.ts';
import { createHistoryRepository } from './outbound/history-repository.ts';
import { createInventoryClient } from './outbound/inventory-client.ts';
import { createSoldOutWishes } from './outbound/sold-out-wishes.ts';
import { createNotificationsClient } from './outbound/notifications-client.ts';
import { createMoneySummaryClient } from './outbound/money-summary-client.ts';
import { createPaymentsClient } from './outbound/payments-client.ts';
import { createPeriodRepository } from './outbound/period-repository.ts';
import { createQuoteTokens } from './outbound/quote-tokens.ts';
import { createRecoveryRepository } from './outbound/recovery-repository.ts';
import { createRefundObligationRepository } from './outbound/refund-obligation-repository.ts';
import { observeRefundObligations, readOwedRefunds } from './outbound/refund-obligation-stats.ts';
import { createRefusedRequestRepository } from './outbound/refused-request-repository.ts';
import { createRefundRepository } from './outbound/refund-repository.ts';
import { createReservationCreationRepository } from './outbound/reservation-creation-repository.ts';
import { createReservationRepository } from './outbound/reservation-repository.ts';
import { createScheduledPaymentRepository } from './outbound/scheduled-payment-repository.ts';
import { createSearchBackfillRepository } from './outbound/search-backfill-repository.ts';
import { createSettlementRepository } from './outbound/settlement-repository.ts';
import { createSigningKeyRepository } from './outbound/signing-key-repository.ts';
import { sealOfSigningKeys } from './outbound/signing-key-seal.ts';
import { createSigningKeyStore } from './outbound/signing-key-store.ts';
import { createTracing } from './outbound/tracing.ts';
import { settings } from './settings.ts';
import type { Settings } from './settings.ts';
import { claimAgain } from './use-cases/claim-again.ts';

export const reservations = defineService({
  name: 'reservations',
  settings,
  migrations,
  ops,
  publishes: streamOf('reservations'),
  maxConnections: () => 16,
  // More than connections: a request waits for its neighbours most of the time.
  maxInFlight: 128,
  build(service: ServiceContext<Settings>) {
    const deps = createDeps(service);
    const { refusals, recordRefusals } = createRefusals(deps, service.log);
    return {
      routes: rpcRoutes({ ...deps, refusals }),
      consumers: [paymentsConsumer(deps)],
      timers: [...timers(deps), recordRefusals],
      stop: () => refusals.drain(),
      facts: () => readOwedRefunds(service.db),
      tracing: createTracing(service.db),
      recovery: {
        lookUp: (stays) => deps.recovery.lookUp(stays),
        claimAgain: (request) => claimAgain(deps, request),
      },
      observers: [observeRefundObligations(service.db)],
      seals: deps.seals,
    };
  },
});

/** A refusal is written at once, and those that follow it within the rest together. */
function createRefusals(
  { refusedRequests }: Pick<ReturnType<typeof createDeps>, 'refusedRequests'>,
  log: Logger,
) {
  const refusals = createRefusalQueue({
    refusedRequests,
    logLost: (error, reservationId) =>
      log.warn({ err: error, reservationId }, 'refusals are not recorded; timelines will not tell them'),
    wake: () => recordRefusals.wake(),
  });
  const recordRefusals = timer(
    { name: 'record-refusals', seconds: 60, restMs: 200, runsWhileDraining: true },
    () => refusals.write(),
  );
  return { refusals, recordRefusals };
}

/** What is under the secrets of this service. */
function createSecretParts({ settings: values, db, clock, newId }: ServiceContext<Settings>) {
  const sealer = createSealerRing(values.TOKEN_KEY_SECRET, 'lodging signing keys');
  const keys = createSigningKeyRepository(db);
  const guestSealer = createGuestSealer(values.GUEST_DATA_SECRET);
  const earlierGuestKeys = createEarlierGuestKeys(db, guestSealer);
  return {
    signingKeys: createSigningKeyStore({ repository: keys, sealer, clock, newKid: newId }),
    guestSealer,
    guestSealing: createGuestSealing(db, guestSealer),
    guestHashes: createGuestHashes(values.GUEST_DATA_SECRET),
    guestCodeHasher: createGuestCodeHasher(values.GUEST_CODE_SECRET),
    earlierGuestKeys,
    seals: [
      sealOfGuests(db, { sealer: guestSealer, keys: earlierGuestKeys }, values.GUEST_DATA_SECRET),
      sealOfSigningKeys(keys, sealer, values.TOKEN_KEY_SECRET),
    ],
  };
}

function createDeps(service: ServiceContext<Settings>) {
  const { settings: values, db, bus, log, clock, newId } = service;
  const secretParts = createSecretParts(service);
  const { guestSealer, guestSealing, signingKeys } = secretParts;
  return {
    clock,
    newId,
    ...secretParts,
    quoteSeconds: values.QUOTE_TTL_SECONDS,
    holdSeconds: values.HOLD_TTL_SECONDS,
    codeSeconds: values.GUEST_CODE_TTL_SECONDS,
    reservations: createReservationRepository(db, newId, guestSealing),
    creations: createReservationCreationRepository(db, newId, guestSealing),
    searchBackfill: createSearchBackfillRepository(db, guestSealer, (reservationId) =>
      log.error(
        { reservationId },
        'the guest cannot be opened under GUEST_DATA_SECRET; the booking is found by its reference alone',
      ),
    ),
    dueWork: createDueWorkRepository(db),
    bookingLists: createBookingListRepository(db, guestSealing),
    periods: createPeriodRepository(db),
    recovery: createRecoveryRepository(db),
    refunds: createRefundRepository(db),
    refusedRequests: createRefusedRequestRepository(db),
    history: createHistoryRepository(db, newId),
    refundObligations: createRefundObligationRepository(db),
    settlements: createSettlementRepository(db, newId),
    scheduledPayments: createScheduledPaymentRepository(db, newId),
    guestCodes: createGuestCodeRepository(db, newId, guestSealing),
    quoteTokens: createQuoteTokens(signingKeys),
    guestTokens: createGuestTokens(signingKeys, newId),
    inventory: createInventoryClient(bus),
    soldOut: createSoldOutWishes(),
    payments: createPaymentsClient(bus),
    money: createMoneySummaryClient(bus),
    notifications: createNotificationsClient(bus),
    logFailure: (error: unknown, reservationId: string) =>
      log.warn({ err: error, reservationId }, 'work on a reservation failed; a timer or an event repeats it'),
  };
}
