import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { Client } from '../harness/client.ts';
import {
  confirm,
  holdSomewhere,
  openPayment,
  payByCard,
  provider,
  quote,
  resourceOf,
  untilState,
  verifyGuest,
  requestedStayFor,
} from '../harness/stay.ts';

const demo = inject('demo');
const tenant = demo.tenants[0] as (typeof demo.tenants)[number];
const secret = new Client(demo.gatewayUrl, tenant.secretKey);
const browser = new Client(demo.gatewayUrl, tenant.publishableKey, 'http://localhost:3000');

describe('a guest stay', () => {
  it.each(['hotel_room', 'apartment', 'villa', 'generic'] as const)(
    'takes a guest from availability to a confirmed %s',
    async (kind) => {
      const { requestedStay, reservation } = await holdSomewhere(browser, resourceOf(tenant, kind));
      expect(reservation).toMatchObject({
        state: 'held',
        resourceId: requestedStay.resourceId,
        ratePlanId: requestedStay.ratePlanId ?? null,
      });
      const token = await verifyGuest(demo, browser, reservation.id);
      const handle = await openPayment(secret, reservation.id);
      expect(handle).toMatchObject({
        reservationId: reservation.id,
        amountMinorUnits: reservation.totalMinorUnits,
        currency: reservation.currency,
        state: 'requires_payment',
      });
      await payByCard(demo, tenant, handle);
      const confirmed = await confirm(browser, reservation.id, token);
      expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
      expect(confirmed.body).toMatchObject({ id: reservation.id, state: 'confirmed', holdExpiresAt: null });
      expect((await confirm(browser, reservation.id, token)).body).toEqual(confirmed.body);
      const booking = await secret.get(`/v1/bookings/${reservation.id}`);
      expect(booking.body).toMatchObject({
        state: 'confirmed',
        source: 'direct',
        quantity: 1,
        occupancyAdults: 1,
      });
      expect(booking.body['guestEmail']).toMatch(/^guest-.*@example\.test$/);
    },
  );

  it('is confirmed by the provider’s notification alone, without a call to confirm', async () => {
    const { reservation } = await holdSomewhere(secret, resourceOf(tenant, 'villa'));
    await payByCard(demo, tenant, await openPayment(secret, reservation.id));
    await untilState(secret, reservation.id, 'confirmed');
  });

  it('runs the same in the sandbox, whose records the live key does not see', async () => {
    const sandbox = new Client(demo.gatewayUrl, tenant.testSecretKey);
    const list = await sandbox.get<{
      resources: { id: string; ratePlans: { id: string; code: string }[] }[];
    }>('/v1/resources');
    const room = list.body.resources.find((resource) => resource.ratePlans.length > 0);
    if (room === undefined) throw new Error('the sandbox sells nothing');
    const { reservation } = await holdSomewhere(sandbox, {
      ...room,
      name: 'sandbox room',
      kind: 'hotel_room',
    });
    await payByCard(demo, tenant, await openPayment(sandbox, reservation.id));
    await untilState(sandbox, reservation.id, 'confirmed');
    expect((await secret.get(`/v1/bookings/${reservation.id}`)).status).toBe(404);
  });

  it('leaves a declined card another try', async () => {
    const { reservation } = await holdSomewhere(secret, resourceOf(tenant, 'hotel_room'));
    const handle = await openPayment(secret, reservation.id);
    await expect(payByCard(demo, tenant, handle, 'pm_card_chargeDeclined')).rejects.toMatchObject({
      statusCode: 402,
    });
    await payByCard(demo, tenant, handle);
    await untilState(secret, reservation.id, 'confirmed');
  });

  it('shows a sold villa as reserved on the very next read, and refuses a second quote with the reason', async () => {
    const { requestedStay, reservation } = await holdSomewhere(secret, resourceOf(tenant, 'villa'));
    const query = new URLSearchParams({
      resource_id: requestedStay.resourceId,
      from: requestedStay.from,
      to: requestedStay.to,
      party_size: '1',
    });
    const seen = await browser.get(`/v1/availability?${query}`);
    expect(seen.status).toBe(200);
    expect(seen.body).toMatchObject({
      available: false,
      reasons: ['reserved'],
      partySize: 1,
      resourceId: requestedStay.resourceId,
    });
    const refused = await browser.post('/v1/quotes', requestedStay);
    expect(refused.body).toMatchObject({ code: 'unavailable', reasons: ['reserved'] });
    expect(reservation.state).toBe('held');
  });

  it('honours the price it signed: nights, adjustments and taxes add up to the total', async () => {
    const priced = await quote(secret, requestedStayFor(resourceOf(tenant, 'hotel_room')));
    const { nights, subtotalMinorUnits, totalMinorUnits, leadTimeAdjustment, lengthOfStayAdjustment, lines } =
      priced.priceBreakdown;
    const added = lines
      .filter(({ inclusive, collect }) => !inclusive && collect === 'online')
      .reduce((sum, { amountMinorUnits }) => sum + BigInt(amountMinorUnits), 0n);
    expect(added).toBeGreaterThan(0n);
    expect(nights.reduce((sum, night) => sum + BigInt(night.amountMinorUnits), 0n)).toBe(
      BigInt(subtotalMinorUnits),
    );
    const signed = [leadTimeAdjustment, lengthOfStayAdjustment].reduce(
      (sum, part) => sum + (part.kind === 'discount' ? -1n : 1n) * BigInt(part.amountMinorUnits),
      0n,
    );
    expect(BigInt(subtotalMinorUnits) + signed + added).toBe(BigInt(totalMinorUnits));
  });

  it('opens one intent per hold: a second key gets the same one, a repeat says so', async () => {
    const { reservation } = await holdSomewhere(secret, resourceOf(tenant, 'apartment'));
    const idempotencyKey = randomUUID();
    const path = `/v1/holds/${reservation.id}/payment-intent`;
    const first = await secret.create(path, {}, { idempotencyKey });
    const again = await secret.create(path, undefined, { idempotencyKey });
    const other = await secret.create(path, {});
    expect([first.status, again.status, other.status]).toEqual([201, 200, 200]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect(other.body).toEqual(first.body);
    const intents = await provider(demo).paymentIntents.list(
      { limit: 100 },
      { stripeAccount: tenant.accountId },
    );
    expect(intents.data.filter((intent) => intent.metadata['reservationId'] === reservation.id)).toHaveLength(
      1,
    );
  });
});
