import { summarizeCapacity } from '@lodging/contract-inventory';
import { refundCreated, refundFailed } from '@lodging/contract-payments';
import * as contract from '@lodging/contract-reservations';
import { ok } from '@lodging/kernel';
import { connectBus, on, serve } from '@lodging/kit-messaging';
import type { Bus } from '@lodging/kit-messaging';
import { newId } from '@lodging/kit-runtime';
import { eventually, testIdentity, testLogger, useServers } from '@lodging/kit-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outcomeOf, readBooking, placeHold, valueOf } from './guest-requests.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

let service: TestReservations;
let bus: Bus;
let inventory: { stop(): Promise<void> };
const requested: unknown[] = [];
beforeAll(async () => {
  const log = testLogger();
  service = await startReservations();
  bus = await connectBus({ url: useServers().natsUrl, name: 'neighbours', identity: testIdentity(), log });
  const answer = on(summarizeCapacity, async (window) => {
    requested.push(window);
    return ok({ capacity: [{ currency: 'EUR', unitNights: 62, blockedUnitNights: 2 }] });
  });
  inventory = await serve(bus, { group: 'inventory', log }, [answer]);
});
afterAll(async () => {
  await inventory.stop();
  await bus.drain();
  await service.close();
});

const MARCH = { from: '2027-03-01', to: '2027-04-01', timezone: 'Europe/Berlin' };

async function summaryOf(period: Partial<typeof MARCH> = {}, as?: string) {
  return valueOf(await service.request(contract.summarizePeriod, { ...MARCH, ...period }, as));
}

/** Places a hold and has it confirmed by a payment event. */
async function confirmStay(): Promise<string> {
  const { id } = await placeHold(service);
  service.neighbours.publishPaymentSucceeded(service.tenantId, id);
  await eventually('the stay is confirmed', async () => (await service.probe.stateOf(id)) === 'confirmed');
  return id;
}

interface RefundEvent {
  readonly refundId: string;
  readonly occurredAt?: string;
  readonly version?: number;
  readonly failed?: boolean;
  readonly eventId?: string;
}
function publishRefund(
  tenantId: string,
  { refundId, occurredAt, version = 1, failed = false, eventId }: RefundEvent,
): void {
  const { type } = failed ? refundFailed : refundCreated;
  const refund = {
    reservationId: newId(),
    amountMinorUnits: '2500',
    currency: 'EUR',
    providerRefundId: 're_1',
  };
  const event = {
    id: eventId ?? newId(),
    type,
    tenantId,
    livemode: true,
    occurredAt: occurredAt ?? '2027-03-10T12:00:00Z',
    aggregateId: refundId,
    aggregateVersion: version,
    data: { refund: { id: refundId, ...refund, state: failed ? 'failed' : 'pending' } },
  };
  bus.connection.publish(type, JSON.stringify(event));
}
const knownVersion = async (refundId: string) => {
  const rows = await service.probe.sql<{ version: number }>('SELECT version FROM refunds WHERE id = $1', [
    refundId,
  ]);
  return rows[0]?.version;
};

describe('a period', () => {
  it('includes a booking on the next read, with the capacity of the same dates', async () => {
    // Without a room type: three local days are started.
    await confirmStay();
    const march = await summaryOf();
    expect(march).toEqual({
      from: '2027-03-01',
      to: '2027-04-01',
      totals: [
        {
          currency: 'EUR',
          revenueMinorUnits: '10000',
          refundedMinorUnits: '0',
          netRevenueMinorUnits: '10000',
          roomNightsSold: 3,
          roomNightsAvailable: 60,
          capacityNights: 62,
          outOfOrderNights: 0,
          blockedNights: 0,
          occupancyBps: 500,
          adrMinorUnits: '3333',
          revparMinorUnits: '167',
          collectedMinorUnits: '0',
          returnedMinorUnits: '0',
          cashNetMinorUnits: '0',
          retainedMinorUnits: '0',
          accommodationNetMinorUnits: '10000',
          feesMinorUnits: '0',
          extrasMinorUnits: '0',
          taxMinorUnits: '0',
          propertyTaxMinorUnits: '0',
          adrNetMinorUnits: '3333',
          revparNetMinorUnits: '167',
        },
      ],
      bookings: { confirmed: 1, checkedIn: 0, checkedOut: 0, cancelled: 0, noShow: 0 },
    });
    expect(requested.at(-1)).toEqual({ from: '2027-03-01', to: '2027-04-01' });
  });

  it('includes neither a hold nor another tenant’s booking', async () => {
    const before = await summaryOf();
    const { id } = await placeHold(service);
    expect((await readBooking(service, id)).state).toBe('held');
    expect(await summaryOf()).toEqual(before);
    expect((await summaryOf({}, newId())).totals).toMatchObject([
      { revenueMinorUnits: '0', roomNightsSold: 0 },
    ]);
  });

  it.each([
    ['2027-03-01', '2027-03-01', 'invalid_window'],
    ['2027-01-01', '2028-01-03', 'range_too_large'],
  ])('from %s to %s is %s', async (from, to, code) => {
    expect(outcomeOf(await service.request(contract.summarizePeriod, { ...MARCH, from, to }))).toBe(code);
  });

  it('counts a cancelled hold, but not a create that was cancelled before it was held', async () => {
    const tenantId = newId();
    const { id } = await placeHold(service);
    // The terms of a stay keep its row where it is.
    await service.probe.sql('DELETE FROM reservation_terms WHERE reservation_id = $1', [id]);
    const move = `UPDATE reservations SET tenant_id = $2, state = 'cancelled', version = $3 WHERE id = $1`;
    await service.probe.sql(move, [id, tenantId, 2]);
    expect((await summaryOf({}, tenantId)).bookings.cancelled).toBe(1);
    await service.probe.sql(move, [id, tenantId, 1]);
    expect((await summaryOf({}, tenantId)).bookings.cancelled).toBe(0);
  });
});

describe('a refund', () => {
  it('counts once, on its date in the tenant’s zone', async () => {
    const [tenantId, refundId, eventId] = [newId(), newId(), newId()];
    const lastNightOfMarch = { refundId, eventId, occurredAt: '2027-03-31T22:30:00Z' };
    publishRefund(tenantId, lastNightOfMarch);
    publishRefund(tenantId, lastNightOfMarch);
    publishRefund(tenantId, { ...lastNightOfMarch, eventId: newId() });
    await eventually('the refund is known', () => knownVersion(refundId));
    const april = { from: '2027-04-01', to: '2027-05-01' };
    expect((await summaryOf({}, tenantId)).totals).toMatchObject([{ refundedMinorUnits: '0' }]);
    expect((await summaryOf(april, tenantId)).totals).toMatchObject([
      { refundedMinorUnits: '2500', netRevenueMinorUnits: '-2500' },
    ]);
    const utc = { ...MARCH, timezone: 'UTC' };
    expect((await summaryOf(utc, tenantId)).totals).toMatchObject([{ refundedMinorUnits: '2500' }]);
  });

  it('that failed later is not counted, in any order of the events', async () => {
    const tenantId = newId();
    const [one, other] = [newId(), newId()];
    publishRefund(tenantId, { refundId: one });
    publishRefund(tenantId, { refundId: one, version: 2, failed: true });
    publishRefund(tenantId, { refundId: other, version: 2, failed: true });
    await eventually(
      'the failures are known',
      async () => (await knownVersion(one)) === 2 && (await knownVersion(other)) === 2,
    );
    const late = newId();
    publishRefund(tenantId, { refundId: other, eventId: late });
    await eventually(
      'the late event was processed',
      async () => (await service.probe.sql('SELECT 1 FROM inbox WHERE event_id = $1', [late])).length > 0,
    );
    expect((await summaryOf({}, tenantId)).totals).toMatchObject([{ refundedMinorUnits: '0' }]);
  });
});
