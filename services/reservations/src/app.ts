import { ops } from '@lodging/contract-reservations';
import { streamOf } from '@lodging/contract-wire';
import { defineService } from '@lodging/kit-messaging';
import type { ServiceContext } from '@lodging/kit-messaging';
import type { Logger } from '@lodging/kit-runtime';
import { createSealerRing } from '@lodging/kit-security';
import { describeWork, operationsRoutes } from '@lodging/operations';
import type { Recovery } from '@lodging/operations';
import { consumers } from './inbound/events.ts';
import { createRefusalQueue } from './inbound/refusal-queue.ts';
import { createLinkQueue } from './inbound/link-queue.ts';
import { rpcRoutes } from './inbound/rpc.ts';
import { timers } from './inbound/timers.ts';
import { migrations } from './migrations.ts';
import type { RefusalQueue, RefusedRequestRepository } from './ports/creation.ts';
import type { ReservationsDeps } from './ports/deps.ts';
import { createChangeRepository } from './outbound/changes/change-repository.ts';
import { createChangeTokens } from './outbound/changes/change-tokens.ts';
import { createBookingListRepository } from './outbound/bookings/booking-list-repository.ts';
import { createDueWorkRepository } from './outbound/stay/due-work-repository.ts';
import { createEarlierGuestKeys } from './outbound/guests/earlier-guest-keys.ts';
import { createGuestCodeHasher } from './outbound/guests/guest-code-hasher.ts';
import { createGuestCodeRepository } from './outbound/guests/guest-code-repository.ts';
import { createGuestHashes } from './outbound/guests/guest-hashes.ts';
import { sealOfGuests } from './outbound/guests/guest-seal.ts';
import { createGuestSealer } from './outbound/guests/guest-sealer.ts';
import { createGuestTokens } from './outbound/guests/guest-tokens.ts';
import { createHistoryRepository } from './outbound/history/history-repository.ts';
import { createGuestSettingsClient } from './outbound/manage/guest-settings-client.ts';
import { createGuestLinkRepository } from './outbound/manage/guest-link-repository.ts';
import { createManageTokens } from './outbound/manage/manage-tokens.ts';
import { createInventoryClient } from './outbound/neighbours/inventory-client.ts';
import { createResourceNames } from './outbound/neighbours/resource-names.ts';
import { createSoldOutCache } from './outbound/creation/sold-out-cache.ts';
import { createNotificationsClient } from './outbound/neighbours/notifications-client.ts';
import { createMoneySummaryClient } from './outbound/money/money-summary-client.ts';
import { createPaymentsClient } from './outbound/neighbours/payments-client.ts';
import { createReminderRepository } from './outbound/mails/reminder-repository.ts';
import { createBlockClient } from './outbound/occupancy/block-client.ts';
import { createOccupancyRepository } from './outbound/occupancy/occupancy-repository.ts';
import { createPeriodRepository } from './outbound/periods/period-repository.ts';
import { createPickupRepository } from './outbound/periods/pickup-repository.ts';
import { createGuestRepository } from './outbound/profiles/guest-repository.ts';
import { createQuoteTokens } from './outbound/quotes/quote-tokens.ts';
import { createRecoveryRepository } from './outbound/recovery/recovery-repository.ts';
import { createRefundObligationRepository } from './outbound/money/refund-obligation-repository.ts';
import { observeReservationWork } from './outbound/stay/observe-due-work.ts';
import { observeRefundObligations, readOwedRefunds } from './outbound/money/refund-obligation-stats.ts';
import { createRefusedRequestRepository } from './outbound/creation/refused-request-repository.ts';
import { createRefundRepository } from './outbound/money/refund-repository.ts';
import { createReservationCreationRepository } from './outbound/creation/reservation-creation-repository.ts';
import { createReservationRepository } from './outbound/stay/reservation-repository.ts';
import { createScheduledPaymentRepository } from './outbound/money/scheduled-payment-repository.ts';
import { createSettlementRepository } from './outbound/cancellation/settlement-repository.ts';
import { createSigningKeyRepository } from './outbound/tokens/signing-key-repository.ts';
import { sealOfSigningKeys } from './outbound/tokens/signing-key-seal.ts';
import { createSigningKeyStore } from './outbound/tokens/signing-key-store.ts';
import { createTracing } from './outbound/tracing.ts';
import { createUnitsForSale } from './outbound/creation/units-for-sale.ts';
import { createKeyLimitReport } from './outbound/guests/key-limit-report.ts';
import { settings } from './settings.ts';
import type { Settings } from './settings.ts';
import { mailGuestLink } from './use-cases/manage/mail-guest-link.ts';
import { reclaimUnits } from './use-cases/recovery/reclaim-units.ts';

const events = streamOf('reservations');

export const reservations = defineService({
  name: 'reservations',
  settings,
  migrations,
  ops,
  describeWork,
  publishes: events,
  maxConnections: () => 16,
  // More than connections: a request waits for its neighbours most of the time.
  maxInFlight: 128,
  build(service: ServiceContext<Settings>) {
    const { db, bus } = service;
    const { seals, ...secretParts } = createSecretParts(service);
    const deps = createDeps(service, secretParts);
    const own = { publishes: events, consumers: consumers(deps) };
    const recovery: Recovery = {
      lookUp: (stays) => deps.recovery.lookUp(stays),
      reclaim: (request) => reclaimUnits(deps, request),
    };
    return {
      routes: [
        ...rpcRoutes(deps),
        ...operationsRoutes(ops, { db, bus, ...own, tracing: createTracing(db), recovery }),
      ],
      consumers: own.consumers,
      timers: timers(deps),
      stop: async () => {
        await Promise.all([deps.refusals.drain(), deps.linkQueue.drain()]);
      },
      facts: () => readOwedRefunds(db),
      observers: [observeRefundObligations(db), observeReservationWork(db)],
      seals,
    };
  },
});

/** The parts that seal, sign or hash with the secrets of this service. */
function createSecretParts({ settings: values, db, clock, newId }: ServiceContext<Settings>) {
  const sealer = createSealerRing(values.TOKEN_KEY_SECRET, 'lodging signing keys');
  const keys = createSigningKeyRepository(db);
  const guestSealer = createGuestSealer(values.GUEST_DATA_SECRET);
  const earlierGuestKeys = createEarlierGuestKeys(db, guestSealer);
  return {
    signingKeys: createSigningKeyStore({ repository: keys, sealer, clock, newKid: newId }),
    guestSealer,
    guestHashes: createGuestHashes(values.GUEST_DATA_SECRET),
    guestCodeHasher: createGuestCodeHasher(values.GUEST_CODE_SECRET),
    earlierGuestKeys,
    seals: [
      sealOfGuests(db, { sealer: guestSealer, keys: earlierGuestKeys }, values.GUEST_DATA_SECRET),
      sealOfSigningKeys(keys, sealer, values.TOKEN_KEY_SECRET),
    ],
  };
}

function createDeps(
  service: ServiceContext<Settings>,
  secretParts: Omit<ReturnType<typeof createSecretParts>, 'seals'>,
): ReservationsDeps {
  const { log } = service;
  const deps: Omit<ReservationsDeps, 'linkQueue'> = createOtherDeps(service, secretParts);
  const linkQueue = createLinkQueue({
    mail: (requested) => mailGuestLink(deps, requested),
    logFailure: (error, tenantId) => log.warn({ err: error, tenantId }, 'a requested link was not mailed'),
  });
  return { ...deps, linkQueue };
}

function createOtherDeps(
  service: ServiceContext<Settings>,
  secretParts: Omit<ReturnType<typeof createSecretParts>, 'seals'>,
): Omit<ReservationsDeps, 'linkQueue'> {
  const { settings: values, db, bus, log, clock, newId } = service;
  const { guestSealer, signingKeys } = secretParts;
  const refusedRequests = createRefusedRequestRepository(db);
  return {
    clock,
    newId,
    ...secretParts,
    quoteSeconds: values.QUOTE_TTL_SECONDS,
    holdSeconds: values.HOLD_TTL_SECONDS,
    changeSeconds: values.CHANGE_TTL_SECONDS,
    codeSeconds: values.GUEST_CODE_TTL_SECONDS,
    reservations: createReservationRepository(db, newId, guestSealer),
    creations: createReservationCreationRepository(db, newId, guestSealer),
    changes: createChangeRepository({ db, newId, sealer: guestSealer }),
    changeTokens: createChangeTokens(signingKeys, newId),
    dueWork: createDueWorkRepository(db),
    bookingLists: createBookingListRepository(db, guestSealer),
    ...createReports(db, guestSealer),
    reminders: createReminderRepository(db),
    recovery: createRecoveryRepository(db),
    refunds: createRefundRepository(db),
    refusedRequests,
    refusals: createRefusals(refusedRequests, log),
    history: createHistoryRepository(db, newId),
    refundObligations: createRefundObligationRepository(db),
    settlements: createSettlementRepository(db, newId),
    scheduledPayments: createScheduledPaymentRepository(db, newId),
    guests: createGuestRepository({ db, newId, sealer: guestSealer, hashes: secretParts.guestHashes }),
    guestCodes: createGuestCodeRepository(db, newId, guestSealer),
    quoteTokens: createQuoteTokens(signingKeys),
    guestTokens: createGuestTokens(signingKeys, newId),
    manageTokens: createManageTokens(signingKeys, newId),
    guestLinks: createGuestLinkRepository(db),
    guestSettings: createGuestSettingsClient(bus),
    inventory: createInventoryClient(bus),
    blocks: createBlockClient(bus),
    resourceNames: createResourceNames(bus),
    soldOut: createSoldOutCache(),
    unitsForSale: createUnitsForSale(bus, log, values.QUOTE_TTL_SECONDS),
    reportKeyLimit: createKeyLimitReport(log),
    payments: createPaymentsClient(bus),
    money: createMoneySummaryClient(bus),
    notifications: createNotificationsClient(bus),
    logFailure: logFailureTo(log),
  };
}

function createReports(
  db: ServiceContext<Settings>['db'],
  guestSealer: ReturnType<typeof createGuestSealer>,
): Pick<ReservationsDeps, 'periods' | 'pickups' | 'occupancy'> {
  return {
    periods: createPeriodRepository(db),
    pickups: createPickupRepository(db),
    occupancy: createOccupancyRepository(db, guestSealer),
  };
}

const logFailureTo = (log: Logger) => (error: unknown, reservationId: string) =>
  log.warn({ err: error, reservationId }, 'work on a reservation failed; a timer or an event retries it');

function createRefusals(refusedRequests: RefusedRequestRepository, log: Logger): RefusalQueue {
  return createRefusalQueue({
    refusedRequests,
    logLost: (error, reservationId) =>
      log.warn({ err: error, reservationId }, 'refusals are not recorded; timelines will not show them'),
  });
}
