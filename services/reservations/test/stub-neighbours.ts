import { listSentMails, sendCodeMail } from '@lodging/contract-notifications';
import { streamOf } from '@lodging/contract-wire';
import type { RequestOf } from '@lodging/contract-wire';
import { ok, refuse } from '@lodging/kernel';
import { connectBus, provisionStream, on, serve } from '@lodging/kit-messaging';
import { testIdentity, testLogger, useServers } from '@lodging/kit-testing';
import { stubGuestSettings } from './stub-guest-settings.ts';
import { stubInventory } from './stub-inventory.ts';
import {
  stubPayments,
  publishPaymentFailed,
  publishPaymentOpened,
  publishPaymentSucceeded,
  publishPaymentUnclaimed,
} from './stub-payments.ts';
import type { FailedPayment } from './stub-payments.ts';
import { refusalOf } from './neighbour-faults.ts';
import type { NeighbourFaults } from './neighbour-faults.ts';

/** Every booking has had one. */
const sentMails = on(listSentMails, async ({ reservationIds }) =>
  ok({
    mails: reservationIds.map((reservationId) => ({
      reservationId,
      kind: 'booking_confirmed' as const,
      sentAt: '2026-11-20T12:00:00.000Z',
    })),
  }),
);

function codeMails(mails: RequestOf<typeof sendCodeMail>[], faults: NeighbourFaults) {
  return on(sendCodeMail, async (request) => {
    const refused = await refusalOf(faults.mail);
    if (refused !== undefined) return refuse(refused, 'refused');
    mails.push(request);
    return ok({ accepted: true as const });
  });
}

/** Inventory, payments and notifications, as far as reservations calls them. */
export async function startStubNeighbours() {
  const log = testLogger();
  const bus = await connectBus({
    url: useServers().natsUrl,
    name: 'neighbours',
    identity: testIdentity(),
    log,
  });
  const faults: NeighbourFaults = {};
  const inventory = stubInventory(faults);
  const payments = stubPayments(faults, (ctx, reservationId) =>
    publishPaymentOpened(bus, ctx, reservationId),
  );
  const mails: RequestOf<typeof sendCodeMail>[] = [];
  const guestSettings = stubGuestSettings(faults);
  const notifications = [codeMails(mails, faults), sentMails, ...guestSettings.routes];
  const services = [
    await serve(bus, { group: 'inventory', log }, inventory.routes),
    await serve(bus, { group: 'payments', log }, payments.routes),
    await serve(bus, { group: 'notifications', log }, notifications),
  ];
  await provisionStream(bus, streamOf('reservations'));
  await provisionStream(bus, { ...streamOf('payments'), consumers: ['reservations'] });
  const stubs = { faults, inventory, payments, mails, guestSettings };
  return {
    ...stubs,
    /** The payment succeeded, but its event was not published. */
    recordPayment: (reservationId: string) => payments.paid.add(reservationId),
    publishPaymentSucceeded(tenantId: string, reservationId: string, eventId?: string) {
      payments.paid.add(reservationId);
      publishPaymentSucceeded(bus, tenantId, reservationId, eventId);
    },
    publishChangePaid(tenantId: string, reservationId: string, changeId: string) {
      payments.changes.paidChanges.add(changeId);
      publishPaymentSucceeded(bus, tenantId, reservationId, undefined, changeId);
    },
    publishPaymentFailed: (tenantId: string, failed: FailedPayment) =>
      publishPaymentFailed(bus, tenantId, failed),
    publishPaymentUnclaimed: (tenantId: string, reservationId: string) =>
      publishPaymentUnclaimed(bus, tenantId, reservationId),
    clearFaults() {
      for (const step of Object.keys(faults)) delete faults[step as keyof NeighbourFaults];
    },
    async stop() {
      await Promise.all(services.map((service) => service.stop()));
      await bus.drain();
    },
  };
}
