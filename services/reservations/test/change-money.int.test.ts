import type { SoldPolicy } from '@lodging/contract-inventory';
import * as contract from '@lodging/contract-reservations';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildPolicy } from './build-policy.ts';
import { changeStay, changeTokenFor, LONGER, quoteChange } from './change-requests.ts';
import { readBooking, valueOf } from './guest-requests.ts';
import { createHeldBooking, createPaidBooking } from './operator-requests.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

let service: TestReservations;
beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());
afterEach(() => service.neighbours.clearFaults());

const ARRIVAL = '2027-02-28T23:00:00.000Z';
/** One night less than `LONGER`. */
const SHORTER = { to: '2027-03-03T10:00:00.000Z' };
const ALL = { kind: 'percent', bps: 10_000, of: 'total' } as const;
const { policy, anchor } = buildPolicy();
const NOTHING_BACK = { anchor, policy: { ...policy, steps: [], afterwards: ALL, noShow: ALL } };

const moneyOf = async (reservationId: string) =>
  valueOf(await service.request(contract.readBookingPayments, { reservationId }));

describe('a stay that is paid at the property, shortened inside its penalty', () => {
  /** Three nights at 10000; a cancellation costs all of them. */
  async function threeNights(): Promise<string> {
    const { id, resourceId } = await createHeldBooking(service, { payAtProperty: true });
    service.neighbours.inventory.moves.prices.set(resourceId, { cancellation: NOTHING_BACK });
    valueOf(await changeStay(service, id, await changeTokenFor(service, id, LONGER)));
    expect(await readBooking(service, id)).toMatchObject({ totalMinorUnits: '30000' });
    return id;
  }

  it('has what it retains due at once, and the rest on arrival', async () => {
    const id = await threeNights();
    const quote = valueOf(await quoteChange(service, id, SHORTER));
    const atArrival = { purpose: 'stay', amountMinorUnits: '20000', dueAt: ARRIVAL };
    expect(quote).toMatchObject({ dueMinorUnits: '10000', proposed: { schedule: [atArrival] } });
    const { change } = valueOf(await changeStay(service, id, quote.changeToken, { settle: 'later' }));
    expect(change).toMatchObject({ retainedMinorUnits: '10000', dueMinorUnits: '10000' });
    expect(await moneyOf(id)).toMatchObject({
      dueMinorUnits: '10000',
      schedule: [{ purpose: 'change', amountMinorUnits: '10000' }, atArrival],
    });
  });

  it('is still paid on arrival after a further change', async () => {
    const id = await threeNights();
    const token = await changeTokenFor(service, id, SHORTER);
    valueOf(await changeStay(service, id, token, { settle: 'later', idempotencyKey: randomUUID() }));
    expect(valueOf(await quoteChange(service, id, LONGER))).toMatchObject({
      dueMinorUnits: '10000',
      proposed: { schedule: [{ purpose: 'stay', amountMinorUnits: '30000', dueAt: ARRIVAL }] },
    });
  });
});

describe('a paid stay of which the operator refunded a part by choice', () => {
  /** Paid 10000, of which 4000 went back. */
  async function refundedStay(): Promise<string> {
    const { id } = await createPaidBooking(service);
    service.neighbours.payments.net.set(id, -4_000n);
    service.neighbours.payments.refundedByHand.set(id, 4_000n);
    return id;
  }

  it.each(['now', 'later'] as const)(
    'is paid what a change adds, not the refund, settled %s',
    async (settle) => {
      const id = await refundedStay();
      const quote = valueOf(await quoteChange(service, id, LONGER));
      expect(quote).toMatchObject({ dueMinorUnits: '20000', refundMinorUnits: '0' });
      const { change, booking, payment } = valueOf(
        await changeStay(service, id, quote.changeToken, { settle }),
      );
      expect(change.dueMinorUnits).toBe('20000');
      if (settle === 'now') expect(payment).toMatchObject({ amountMinorUnits: '20000' });
      else expect(booking.schedule?.at(-1)).toMatchObject({ purpose: 'change', amountMinorUnits: '20000' });
    },
  );
});

describe('a stay that was moved inside its penalty to a plan without a policy', () => {
  it('shows what a cancellation keeps, and keeps it', async () => {
    const { id, resourceId } = await createHeldBooking(service, { payAtProperty: true });
    const { prices } = service.neighbours.inventory.moves;
    prices.set(resourceId, { cancellation: NOTHING_BACK });
    const longer = await changeTokenFor(service, id, LONGER);
    const { version } = valueOf(await changeStay(service, id, longer)).booking;
    service.neighbours.payments.net.set(id, 30_000n);
    prices.set(resourceId, { cancellation: null });
    const quote = valueOf(await quoteChange(service, id, { ratePlanId: randomUUID(), partySize: 1 }));
    const span = { until: null, penaltyMinorUnits: '30000', refundMinorUnits: '0' };
    expect(quote.proposed.cancellation).toEqual({
      policyCode: null,
      policyVersion: null,
      refundability: 'non_refundable',
      anchor: '2027-03-01T14:00:00.000Z',
      graceUntil: null,
      timeline: [span],
      noShowPenaltyMinorUnits: '30000',
    });
    valueOf(await changeStay(service, id, quote.changeToken, { settle: 'later' }));
    const preview = await service.request(contract.previewCancellation, { reservationId: id });
    expect(valueOf(preview)).toMatchObject({
      legal: true,
      timeline: [span],
      penaltyMinorUnits: '30000',
      refundMinorUnits: '0',
      dueMinorUnits: '0',
      step: 'afterwards',
      validUntil: null,
      reason: null,
    });
    const { cancellation } = valueOf(
      await service.request(contract.cancelBooking, { reservationId: id, ifMatch: [`"v${version + 1}"`] }),
    );
    expect(cancellation).toMatchObject({ policyCode: null, penaltyMinorUnits: '30000', step: 'afterwards' });
  });
});

describe('a stay that was paid to the operator, and whose change a card paid', () => {
  /** 10000 at the desk, 20000 by card. */
  async function longerStay(cancellation: SoldPolicy): Promise<string> {
    const { id, resourceId } = await createPaidBooking(service);
    service.neighbours.inventory.moves.prices.set(resourceId, { cancellation });
    const token = await changeTokenFor(service, id, { ...LONGER, reprice: 'all' });
    valueOf(await changeStay(service, id, token, { settle: 'later' }));
    service.neighbours.payments.net.set(id, 20_000n);
    return id;
  }
  const preview = async (reservationId: string) =>
    valueOf(await service.request(contract.previewCancellation, { reservationId }));

  it('previews the refund by card that a free cancellation makes', async () => {
    const none = { kind: 'none' } as const;
    const id = await longerStay({ anchor, policy: { ...policy, steps: [], afterwards: none, noShow: none } });
    expect(await preview(id)).toMatchObject({ refundMinorUnits: '20000', dueMinorUnits: '0' });
  });

  it('has nothing due where all is kept, as all is paid', async () => {
    const id = await longerStay(NOTHING_BACK);
    expect(await preview(id)).toMatchObject({ refundMinorUnits: '0', dueMinorUnits: '0' });
  });
});

describe('a party that was sold without a number of children', () => {
  const priced = () => service.neighbours.inventory.moves.priced.at(-1);

  it('has none in a change of the stay either, unless the change names it', async () => {
    const { id } = await createHeldBooking(service, { payAtProperty: true, partySize: 3 });
    valueOf(await quoteChange(service, id, LONGER));
    expect(priced()).toMatchObject({ occupancyChildren: 0, limitsAdults: false });
    valueOf(await quoteChange(service, id, { ...LONGER, occupancyChildren: 0 }));
    expect(priced()).toMatchObject({ occupancyChildren: 0, limitsAdults: true });
  });
});
