import { sendCodeMail } from '@lodging/contract-notifications';
import { ok } from '@lodging/kernel';
import { connectBus, ensureStream, on, serve } from '@lodging/kit-messaging';
import { testLogger, useServers } from '@lodging/kit-testing';
import type { Breakable } from './breakable.ts';
import { stubInventory } from './inventory.ts';
import { publishPaid, stubPayments } from './payments.ts';

export async function startNeighbours() {
  const log = testLogger();
  const bus = await connectBus({ url: useServers().natsUrl, name: 'neighbours', log });
  const before: Breakable = {};
  const inventory = stubInventory(before);
  const payments = stubPayments(before);
  const mails: { to: string; code: string }[] = [];
  const mail = on(sendCodeMail, async ({ to, code }) => {
    await before.mail?.();
    mails.push({ to, code });
    return ok({ accepted: true as const });
  });
  const services = [
    await serve(bus, { group: 'inventory', log }, inventory.routes),
    await serve(bus, { group: 'payments', log }, payments.routes),
    await serve(bus, { group: 'notifications', log }, [mail]),
  ];
  await ensureStream(bus, { name: 'EVT_PAYMENTS', subjects: ['evt.payments.>'] });
  return {
    before,
    inventory,
    payments,
    mails,
    /** The money is there, and nobody has been told. */
    receiveMoney: (reservationId: string) => payments.paid.add(reservationId),
    tellPaid(tenantId: string, reservationId: string, eventId?: string) {
      payments.paid.add(reservationId);
      publishPaid(bus, tenantId, reservationId, eventId);
    },
    repair() {
      for (const step of Object.keys(before)) delete before[step as keyof Breakable];
    },
    async stop() {
      await Promise.all(services.map((service) => service.stop()));
      await bus.drain();
    },
  };
}
