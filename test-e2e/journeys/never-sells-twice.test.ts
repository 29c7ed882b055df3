import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { Client } from '../harness/client.ts';
import { freeWindow, hold, quote, resourceOf, requestedStayFor } from '../harness/stay.ts';
import type { Reservation } from '../harness/records.ts';

const demo = inject('demo');
const tenant = demo.tenants[1] as (typeof demo.tenants)[number];
const secret = new Client(demo.gatewayUrl, tenant.secretKey);

describe('never sells a unit twice', () => {
  it('lets exactly one of fifty concurrent holds win a villa', async () => {
    const requestedStay = requestedStayFor(resourceOf(tenant, 'villa'), freeWindow(3));
    const quotes = await Promise.all(Array.from({ length: 50 }, () => quote(secret, requestedStay)));
    const answers = await Promise.all(
      quotes.map(({ signedQuoteToken }) =>
        secret.create<Reservation & { code?: string }>('/v1/holds', { signedQuoteToken }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    const others = answers.filter((answer) => answer.status !== 201);
    for (const refused of others) {
      expect(refused.status).toBe(409);
      expect(['hold_conflict', 'resource_locked']).toContain(refused.body.code);
    }
  });

  it('makes one reservation of a hundred parallel calls with one Idempotency-Key', async () => {
    const { signedQuoteToken } = await quote(secret, requestedStayFor(resourceOf(tenant, 'apartment')));
    const idempotencyKey = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        secret.post<Reservation & { code?: string }>('/v1/holds', { signedQuoteToken }, { idempotencyKey }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    const ids = new Set(answers.filter((answer) => answer.status < 300).map((answer) => answer.body.id));
    expect(ids.size).toBe(1);
    for (const answer of answers.filter((one) => one.status >= 300))
      expect(answer.body.code).toBe('resource_locked');
    const replay = await secret.post<Reservation>('/v1/holds', { signedQuoteToken }, { idempotencyKey });
    expect(replay.status).toBe(200);
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    expect([...ids]).toEqual([replay.body.id]);
  });

  it('opens one intent for twenty parallel payers with keys of their own', async () => {
    const reservation = await hold(secret, requestedStayFor(resourceOf(tenant, 'hotel_room')));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        secret.create<{ providerPaymentIntentId: string; code?: string }>(
          `/v1/holds/${reservation.id}/payment-intent`,
          {},
        ),
      ),
    );
    const intents = new Set(
      answers.filter((answer) => answer.status < 300).map((answer) => answer.body.providerPaymentIntentId),
    );
    expect(intents.size).toBe(1);
    for (const answer of answers.filter((one) => one.status >= 300))
      expect(answer.body.code).toBe('resource_locked');
  });

  it('sells the five rooms of a five-room type, and not a sixth', async () => {
    const list = await secret.get<{ resources: { id: string; units: number; kind: string }[] }>(
      '/v1/resources?limit=100',
    );
    const many = list.body.resources.find((resource) => resource.units > 1 && resource.kind === 'hotel_room');
    const room = tenant.resources.find((resource) => resource.id === many?.id);
    if (room === undefined || many === undefined)
      throw new Error('the demo has no resource with several units');
    // Later than any window that another journey draws, so that none of the five rooms is theirs.
    const start = Temporal.Now.plainDateISO('UTC').add({ days: 720 });
    const requestedStay = requestedStayFor(room, {
      from: `${start}T15:00:00Z`,
      to: `${start.add({ days: 2 })}T10:00:00Z`,
    });
    const quotes = await Promise.all(
      Array.from({ length: many.units + 5 }, () => quote(secret, requestedStay)),
    );
    const answers = await Promise.all(
      quotes.map(({ signedQuoteToken }) => secret.create('/v1/holds', { signedQuoteToken })),
    );
    const sold = answers.filter((answer) => answer.status === 201);
    expect(sold, JSON.stringify(answers.map(({ body }) => body))).toHaveLength(many.units);
  });

  it('lets two stays share a changeover date', async () => {
    const villa = resourceOf(tenant, 'villa');
    const start = Temporal.Now.plainDateISO('UTC').add({ days: 700 });
    const stay = (first: number, last: number) => ({
      from: `${start.add({ days: first })}T15:00:00Z`,
      to: `${start.add({ days: last })}T10:00:00Z`,
    });
    await hold(secret, requestedStayFor(villa, stay(0, 3)));
    await hold(secret, requestedStayFor(villa, stay(3, 6)));
  });
});
