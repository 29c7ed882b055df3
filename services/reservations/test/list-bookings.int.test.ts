// Guards the operator's list of bookings: what each filter shows, in which order, and where a page ends.
import * as contract from '@lodging/contract-reservations';
import { newId } from '@lodging/kit-runtime';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GUEST, outcomeOf, readBack, takeGuestToken, takeHold, valueOf } from './guest.ts';
import { openHouse } from './house.ts';
import type { InventoryClient } from './house.ts';

let house: InventoryClient;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

type Filters = Partial<z.input<typeof contract.listBookings.request>>;
type Page = z.output<typeof contract.listBookings.response>;

function list(filters: Filters = {}, as = house.tenantId) {
  const query = contract.listBookings.request.parse({ limit: 100, after: null, ...filters });
  return house.ask(contract.listBookings, query, as);
}
async function idsOf(filters: Filters, as?: string): Promise<string[]> {
  return valueOf(await list(filters, as)).bookings.map(({ id }) => id);
}

/** A row that no request made: only what a test says is of interest. */
async function enter(
  tenantId: string,
  {
    state = 'confirmed',
    createdAt = '2027-01-01T00:00:00Z',
    from = '2027-03-01T14:00:00Z',
    to = '2027-03-03T10:00:00Z',
    timeZone = 'UTC',
  } = {},
): Promise<string> {
  const id = randomUUID();
  await house.ledger.sql(
    `INSERT INTO reservations (tenant_id, id, livemode, state, version, resource_id, starts_at, ends_at, time_zone,
       quantity, occupancy_children, total_minor_units, currency, source, hold_expires_at, attempt_until, created_at, updated_at)
     VALUES ($1, $2, true, $3, 2, $4, $5, $6, $7, 1, 0, 100, 'EUR', 'direct',
       CASE WHEN $3 IN ('pending', 'held', 'expired') THEN now() + interval '1 hour' END, now() + interval '1 hour', $8, now())`,
    [tenantId, id, state, randomUUID(), from, to, timeZone, createdAt],
  );
  return id;
}

describe('a list of bookings', () => {
  it('shows each as it is read alone', async () => {
    const { id, resourceId } = await takeHold(house);
    await takeGuestToken(house, id);
    expect(valueOf(await list({ resourceId }))).toEqual({
      bookings: [await readBack(house, id)],
      nextAfter: null,
    });
  });

  it('finds a guest however the address is written', async () => {
    const { id } = await takeHold(house);
    await takeGuestToken(house, id);
    expect(await idsOf({ guestEmail: GUEST.toUpperCase() })).toContain(id);
    expect(await idsOf({ guestEmail: 'somebody.else@example.com' })).toEqual([]);
  });

  it('shows a hold past its end as expired at once, and never what is pending', async () => {
    const tenantId = newId();
    const [pending, held, lapsed, expired] = [
      await enter(tenantId, { state: 'pending' }),
      await enter(tenantId, { state: 'held' }),
      await enter(tenantId, { state: 'held', createdAt: '2027-01-02T00:00:00Z' }),
      await enter(tenantId, { state: 'expired' }),
    ];
    await house.ledger.sql(
      "UPDATE reservations SET hold_expires_at = now() - interval '1 second' WHERE id = $1",
      [lapsed],
    );
    expect(await idsOf({ state: 'held' }, tenantId)).toEqual([held]);
    expect(await idsOf({ state: 'expired' }, tenantId)).toEqual([expired, lapsed]);
    expect(await idsOf({ state: 'pending' }, tenantId)).toEqual([]);
    const { bookings } = valueOf(await list({}, tenantId));
    expect(bookings.map(({ id }) => id)).not.toContain(pending);
    expect(bookings.find(({ id }) => id === lapsed)?.state).toBe('expired');
  });

  it('belongs to one tenant', async () => {
    await takeHold(house);
    expect(await idsOf({}, newId())).toEqual([]);
  });
});

describe('a page', () => {
  it('follows the one before it to the microsecond, with neither a gap nor a repetition', async () => {
    const tenantId = newId();
    const moments = ['00.000001', '00.000002', '00.000002', '00.000002', '00.000003'];
    const ids = new Set<string>();
    for (const moment of moments)
      ids.add(await enter(tenantId, { createdAt: `2027-01-01T00:00:${moment}Z` }));
    const seen: string[] = [];
    let after: Page['nextAfter'] = null;
    do {
      const page: Page = valueOf(await list({ limit: 2, after }, tenantId));
      seen.push(...page.bookings.map(({ id }) => id));
      after = page.nextAfter;
    } while (after !== null);
    expect(seen).toHaveLength(ids.size);
    expect(new Set(seen)).toEqual(ids);
  });

  it('is the last one also when it is full', async () => {
    const tenantId = newId();
    await enter(tenantId);
    await enter(tenantId);
    expect(valueOf(await list({ limit: 2 }, tenantId))).toMatchObject({
      bookings: [{}, {}],
      nextAfter: null,
    });
    expect(valueOf(await list({ limit: 1 }, tenantId)).nextAfter).not.toBeNull();
  });

  it('is empty after a position that no list has', async () => {
    const after = { createdAt: 'yesterday', id: newId() };
    expect(valueOf(await list({ after }))).toEqual({ bookings: [], nextAfter: null });
  });
});

describe('a window', () => {
  it('takes dates as midnights where the stay is, and either end alone', async () => {
    const tenantId = newId();
    const night = { from: '2027-03-01T23:30:00Z', to: '2027-03-02T10:00:00Z' };
    const utc = await enter(tenantId, night);
    const berlin = await enter(tenantId, {
      ...night,
      timeZone: 'Europe/Berlin',
      createdAt: '2027-01-02T00:00:00Z',
    });
    expect(await idsOf({ to: '2027-03-02' }, tenantId)).toEqual([utc]);
    expect(await idsOf({ from: '2027-03-02' }, tenantId)).toEqual([utc, berlin]);
    expect(await idsOf({ from: '2027-03-02T10:00:00Z' }, tenantId)).toEqual([]);
    expect(await idsOf({ from: '2027-03-02T09:59:59Z', to: '2027-03-03' }, tenantId)).toEqual([utc, berlin]);
  });

  it('fills a page although many stays lie just beside it', async () => {
    const tenantId = newId();
    const beside = { from: '2027-03-01T20:00:00Z', to: '2027-03-01T23:00:00Z' };
    for (let count = 0; count < 12; count += 1) await enter(tenantId, beside);
    const late = {
      from: '2027-03-02T10:00:00Z',
      to: '2027-03-02T12:00:00Z',
      createdAt: '2027-02-01T00:00:00Z',
    };
    const inside = new Set([await enter(tenantId, late), await enter(tenantId, late)]);
    const first = valueOf(await list({ from: '2027-03-02', limit: 1 }, tenantId));
    const second = valueOf(await list({ from: '2027-03-02', limit: 1, after: first.nextAfter }, tenantId));
    expect(second.nextAfter).toBeNull();
    expect(new Set([...first.bookings, ...second.bookings].map(({ id }) => id))).toEqual(inside);
  });

  it('that ends before it begins is none', async () => {
    expect(outcomeOf(await list({ from: '2027-03-02', to: '2027-03-02' }))).toBe('invalid_window');
  });
});
