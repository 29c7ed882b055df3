import * as contract from '@lodging/contract-reservations';
import type { Caller } from '@lodging/kit-runtime';
import { eventually } from '@lodging/kit-testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outcomeOf, valueOf } from './guest-requests.ts';
import { publishableClient } from './publishable-client.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

let service: TestReservations;
beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());

const ADDRESS = '203.0.113.7';

/** Browsers of a tenant with limits that no test comes near to. */
const browsers = (limits: object = { maxOpenHolds: 100 }) => publishableClient(service, { limits });

/** Waits until the events are in the history, where each stands once. */
async function declineCards(tenantId: string, reservationId: string, eventIds: readonly string[]) {
  for (const eventId of eventIds)
    service.neighbours.publishPaymentFailed(tenantId, { reservationId, state: 'requires_payment', eventId });
  await eventually('the declined cards are recorded', async () => {
    const text = 'SELECT source_event FROM reservation_history WHERE reservation_id = $1';
    const rows = await service.probe.sql<{ source_event: string }>(text, [reservationId]);
    return eventIds.every((id) => rows.some((row) => row.source_event === id));
  });
}
const decline = (tenantId: string, reservationId: string, count: number) =>
  declineCards(
    tenantId,
    reservationId,
    Array.from({ length: count }, () => randomUUID()),
  );

describe('five declined cards of one hold', () => {
  it.each([
    ['of holds', { maxOpenHolds: 100 }],
    ['of unit-nights', { maxHeldUnitNights: 1_000 }],
    ['that follows the size', { maxHeldUnitNights: 750, heldUnitNightsFollowSize: true }],
  ])(
    'are the whole limit %s of the client of that key, until the hold would have ended',
    async (_, limits) => {
      const { tenantId, from } = browsers(limits);
      const { id } = valueOf(await from(ADDRESS).place());
      await decline(tenantId, id, 4);
      expect(outcomeOf(await from(ADDRESS).place())).toBe('ok');
      await decline(tenantId, id, 1);
      await service.probe.ageReservation(id, 10);
      const refused = await from(ADDRESS).place();
      expect(outcomeOf(refused)).toBe('rate_limited');
      const wait = refused.ok ? undefined : refused.refusal.extra?.['retryAfterSeconds'];
      expect(wait).toBeGreaterThan(270);
      expect(wait).toBeLessThanOrEqual(300);
      await service.probe.ageReservation(id, 5);
      expect(outcomeOf(await from(ADDRESS).place())).toBe('ok');
    },
  );

  it('hinder no other network, and no other key of the tenant', async () => {
    const { tenantId, from } = browsers({ maxOpenHolds: 100, keyLimitFactor: 10 });
    const { id } = valueOf(await from(ADDRESS).place());
    await decline(tenantId, id, 5);
    expect(outcomeOf(await from(ADDRESS).place())).toBe('rate_limited');
    expect(outcomeOf(await from('203.0.113.8').place())).toBe('ok');
    const another = publishableClient(service, { limits: { maxOpenHolds: 100 }, tenantId });
    expect(outcomeOf(await another.from(ADDRESS).place())).toBe('ok');
  });

  it('count on where the hold was cancelled, and where its guest is verified', async () => {
    const { tenantId, from } = browsers();
    const { id } = valueOf(await from(ADDRESS).place());
    await decline(tenantId, id, 5);
    valueOf(await from(ADDRESS).verify(id));
    expect(outcomeOf(await from(ADDRESS).place())).toBe('rate_limited');
    const cancel = { reservationId: id };
    valueOf(await service.request(contract.cancelBooking, cancel, tenantId));
    expect(outcomeOf(await from(ADDRESS).place())).toBe('rate_limited');
    await service.probe.ageReservation(id, 15);
    expect(outcomeOf(await from(ADDRESS).place())).toBe('ok');
  });

  it('are no fewer than five: an event that comes again, and the end of a payment, are not counted', async () => {
    const { tenantId, from } = browsers();
    const { id } = valueOf(await from(ADDRESS).place());
    const eventIds = Array.from({ length: 4 }, () => randomUUID());
    await declineCards(tenantId, id, eventIds);
    await declineCards(tenantId, id, [...eventIds, ...eventIds]);
    for (let ended = 0; ended < 3; ended += 1)
      service.neighbours.publishPaymentFailed(tenantId, { reservationId: id, state: 'failed' });
    const other = valueOf(await from(ADDRESS).place());
    // The consumer handles the events of one stream in their order, so all before it have been handled.
    await decline(tenantId, other.id, 1);
    const counts = await service.probe.sql<{ declined_cards: number }>(
      'SELECT declined_cards FROM reservations WHERE tenant_id = $1 ORDER BY created_at',
      [tenantId],
    );
    expect(counts.map((row) => row.declined_cards)).toEqual([4, 1]);
    expect(outcomeOf(await from(ADDRESS).place())).toBe('ok');
  });

  it('of a paid stay are not counted', async () => {
    const { tenantId, from } = browsers();
    const { id } = valueOf(await from(ADDRESS).place());
    await decline(tenantId, id, 4);
    service.neighbours.publishPaymentSucceeded(tenantId, id);
    await eventually('it is confirmed', async () => (await service.probe.stateOf(id)) === 'confirmed');
    await decline(tenantId, id, 5);
    expect(outcomeOf(await from(ADDRESS).place())).toBe('ok');
  });

  it('of a secret key are not counted', async () => {
    const { tenantId, from } = browsers();
    const { signedQuoteToken } = await from(ADDRESS).quote();
    const caller: Caller = { kind: 'secret', keyId: randomUUID(), permissions: [] };
    const place = (token: string) =>
      service.request(
        contract.placeHold,
        { idempotencyKey: randomUUID(), signedQuoteToken: token },
        tenantId,
        { caller, clientAddress: ADDRESS },
      );
    const { id } = valueOf(await place(signedQuoteToken));
    await decline(tenantId, id, 6);
    expect(outcomeOf(await place((await from(ADDRESS).quote()).signedQuoteToken))).toBe('ok');
    expect(outcomeOf(await from(ADDRESS).place())).toBe('ok');
  });

  it('close a /56 when four of its networks have had them, and not before', async () => {
    const { tenantId, from } = browsers();
    for (let at = 0; at < 4; at += 1) {
      expect(outcomeOf(await from('2001:db8:1:ff::/64').place())).toBe('ok');
      const client = from(`2001:db8:1:${at}::/64`);
      const { id } = valueOf(await client.place());
      await decline(tenantId, id, 5);
      expect(outcomeOf(await client.place())).toBe('rate_limited');
    }
    expect(outcomeOf(await from('2001:db8:1:ff::/64').place())).toBe('rate_limited');
    expect(outcomeOf(await from('2001:db8:1:100::/64').place())).toBe('ok');
  });
});
