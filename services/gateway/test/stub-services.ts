import * as channels from '@lodging/contract-channels';
import * as inventory from '@lodging/contract-inventory';
import * as notifications from '@lodging/contract-notifications';
import * as payments from '@lodging/contract-payments';
import * as reservations from '@lodging/contract-reservations';
import { connectBus, on, serve } from '@lodging/kit-messaging';
import type { Operation, Outcome } from '@lodging/kit-messaging';
import type { RequestContext } from '@lodging/kit-runtime';
import { testIdentity, testLogger, useServers } from '@lodging/kit-testing';

type StubAnswer =
  | Outcome<unknown>
  | ((request: never, ctx: RequestContext) => Outcome<unknown> | Promise<Outcome<unknown>>);

export interface StubCall {
  readonly request: unknown;
  readonly ctx: RequestContext;
}

/** All services behind the gateway, played by one process. An operation is named as in its subject. */
export interface StubServices {
  /** The calls of each operation. */
  readonly calls: Map<string, StubCall[]>;
  answer(operation: string, answer: StubAnswer): void;
  stop(): Promise<void>;
}

const operations: Operation<unknown, unknown>[] = [
  inventory.findAvailability,
  inventory.searchStays,
  inventory.createRoomType,
  inventory.listRoomTypes,
  inventory.createBlock,
  inventory.listBlocks,
  inventory.readBlock,
  inventory.changeBlock,
  inventory.deleteBlock,
  inventory.createResource,
  inventory.updateResource,
  inventory.readResource,
  inventory.listResources,
  inventory.putRates,
  inventory.readRates,
  inventory.putPricing,
  inventory.readPricing,
  inventory.putFxRates,
  inventory.copyToSandbox,
  inventory.putRestrictions,
  inventory.readRestrictions,
  inventory.setBulkRates,
  inventory.readBulkRates,
  inventory.readCalendar,
  inventory.putTaxRule,
  inventory.readTaxRule,
  inventory.listTaxRules,
  inventory.deleteTaxRule,
  inventory.putCancellationPolicy,
  inventory.readCancellationPolicy,
  inventory.listCancellationPolicies,
  inventory.deleteCancellationPolicy,
  reservations.createQuote,
  reservations.placeHold,
  reservations.sendGuestCode,
  reservations.verifyGuestCode,
  reservations.createPaymentIntent,
  reservations.confirmHold,
  reservations.readBooking,
  reservations.listSigningKeys,
  reservations.createBooking,
  reservations.listBookings,
  reservations.listHistory,
  reservations.listGuests,
  reservations.readGuest,
  reservations.changeGuest,
  reservations.listGuestStays,
  reservations.mergeGuests,
  reservations.exportGuest,
  reservations.readGuestExport,
  reservations.eraseGuest,
  reservations.listErasures,
  reservations.cancelBooking,
  reservations.changeBooking,
  reservations.recordNoShow,
  reservations.previewCancellation,
  reservations.quoteChange,
  reservations.changeStay,
  reservations.listChanges,
  reservations.readChange,
  reservations.endChange,
  reservations.refundBooking,
  reservations.readBookingPayments,
  reservations.openBookingIntent,
  reservations.openBookingSession,
  reservations.recordBookingPayment,
  reservations.createCheckoutSession,
  reservations.readOccupancy,
  reservations.summarizePeriod,
  reservations.summarizeDays,
  reservations.readPickup,
  reservations.repairClaim,
  reservations.createGuestLink,
  reservations.endGuestLinks,
  reservations.requestGuestLink,
  reservations.readManagedBooking,
  reservations.cancelManagedBooking,
  reservations.openManagedSession,
  reservations.quoteManagedChange,
  reservations.changeManagedStay,
  channels.createFeedToken,
  channels.listFeedTokens,
  channels.deleteFeedToken,
  channels.rotateFeedToken,
  channels.renderFeed,
  channels.createConnection,
  channels.listConnections,
  channels.listFeedReads,
  channels.readConnection,
  channels.changeConnection,
  channels.deleteConnection,
  channels.syncConnection,
  channels.createListing,
  channels.listListings,
  channels.deleteListing,
  channels.listConflicts,
  channels.readConflict,
  channels.resolveConflict,
  notifications.readMailSettings,
  notifications.putMailSettings,
  notifications.readMailTemplate,
  notifications.putMailTemplate,
  notifications.deleteMailTemplate,
  notifications.previewMailTemplate,
  notifications.listGuestMails,
  notifications.sendGuestMail,
  notifications.createWebhookEndpoint,
  notifications.changeWebhookEndpoint,
  notifications.listWebhookEndpoints,
  notifications.readWebhookEndpoint,
  notifications.deleteWebhookEndpoint,
  notifications.rotateWebhookSecret,
  notifications.pingWebhookEndpoint,
  notifications.listWebhookDeliveries,
  notifications.redeliverWebhook,
  notifications.replayWebhooks,
  notifications.listEvents,
  notifications.collectWebhookEndpointStats,
  notifications.readMailLimits,
  notifications.limitMails,
  payments.setPaymentAccount,
  payments.readPaymentAccount,
  payments.readOwnPaymentAccount,
  payments.removePaymentAccount,
  payments.listParkedNotifications,
  payments.dismissParkedNotification,
  payments.listUnrequestedRefunds,
  ...[inventory, reservations, payments, channels, notifications].flatMap(({ ops }) => Object.values(ops)),
].map((operation) => operation as Operation<unknown, unknown>);

const opsNames = new Set<string>(Object.values(inventory.ops).map(({ name }) => name));

/** Every service has the ops operations, so their names are qualified: `inventory.report-health`. */
function nameOf({ subject }: Operation<unknown, unknown>): string {
  const [, context = '', , name = ''] = subject.split('.');
  return opsNames.has(name) ? `${context}.${name}` : name;
}

/** Serves the operations over NATS, except those in `without`. */
export async function startStubServices({
  without = [],
}: { without?: string[] } = {}): Promise<StubServices> {
  const log = testLogger();
  const bus = await connectBus({
    url: useServers().natsUrl,
    name: 'stub-services',
    identity: testIdentity(),
    log,
  });
  const calls = new Map<string, StubCall[]>();
  const answers = new Map<string, StubAnswer>([
    // A timer requests it, in every test.
    ['list-unrequested-refunds', { ok: true, value: { refunds: [] } }],
    // They answer with a page of a list.
    ...['put-pricing', 'put-restrictions', 'read-restrictions'].map(
      (name) => [name, { ok: true, value: { answered: name, nextAfter: null } }] as const,
    ),
  ]);
  const routes = operations.flatMap((operation) => {
    const name = nameOf(operation);
    if (without.includes(name)) return [];
    return on(operation, async (request, ctx) => {
      calls.set(name, [...(calls.get(name) ?? []), { request, ctx }]);
      const answer = answers.get(name) ?? { ok: true, value: { answered: name } };
      return typeof answer === 'function' ? answer(request as never, ctx) : answer;
    });
  });
  const serving = await serve(bus, { group: 'stub-services', log }, routes);
  return {
    calls,
    answer: (operation, answer) => answers.set(operation, answer),
    async stop() {
      await serving.stop();
      await bus.drain();
    },
  };
}
