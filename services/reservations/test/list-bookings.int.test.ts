import * as contract from '@lodging/contract-reservations';
import { newId } from '@lodging/kit-runtime';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GUEST, outcomeOf, readBooking, obtainGuestToken, placeHold, valueOf } from './guest-requests.ts';
import { startReservations } from './start-reservations.ts';
import type { TestReservations } from './start-reservations.ts';

let service: TestReservations;
beforeAll(async () => {
  service = await startReservations();
});
afterAll(() => service.close());

type Filters = Partial<z.input<typeof contract.listBookings.request>>;
type Page = z.output<typeof contract.listBookings.response>;

function list(filters: Filters = {}, as = service.tenantId) {
  const query = contract.listBookings.request.parse({ limit: 100, after: null, ...filters });
  return service.request(contract.listBookings, query, as);
}
async function idsOf(filters: Filters, as?: string): Promise<string[]> {
  return valueOf(await list(filters, as)).bookings.map(({ id }) => id);
}

/** Inserts a row directly. */
async function insert(
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
  await service.probe.sql(
    `INSERT INTO reservations (tenant_id, id, livemode, state, version, resource_id, starts_at, ends_at, time_zone,
       quantity, occupancy_children, total_minor_units, currency, source, hold_expires_at, attempt_until, created_at, updated_at)
     VALUES ($1, $2, true, $3, 2, $4, $5, $6, $7, 1, 0, 100, 'EUR', 'direct',
       CASE WHEN $3 IN ('pending', 'held', 'expired') THEN now() + interval '1 hour' END, now() + interval '1 hour', $8, now())`,
    [tenantId, id, state, randomUUID(), from, to, timeZone, createdAt],
  );
  return id;
}

describe('a list of bookings', () => {
  it('with long notes ends its pages at 1 MiB, and shows each once', async () => {
    const tenantId = randomUUID();
    const made: string[] = [];
    for (let index = 0; index < 90; index += 1) {
      const second = String(index % 60).padStart(2, '0');
      made.push(await insert(tenantId, { createdAt: `2027-01-01T00:0${Math.floor(index / 60)}:${second}Z` }));
    }
    const notes = '€'.repeat(5_000);
    await service.probe.sql('UPDATE reservations SET notes = $2 WHERE tenant_id = $1', [tenantId, notes]);
    const ids: string[] = [];
    const sizes: number[] = [];
    for (let after: Page['nextAfter'] = null; ;) {
      const page: Page = valueOf(await list({ after }, tenantId));
      ids.push(...page.bookings.map(({ id }) => id));
      sizes.push(Buffer.byteLength(JSON.stringify(page)));
      after = page.nextAfter;
      if (after === null) break;
    }
    expect(ids).toEqual(made);
    expect(sizes).toHaveLength(2);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1024 * 1024);
  });

  it('has each booking as a single read has it, without its terms', async () => {
    const { id, resourceId } = await placeHold(service);
    await obtainGuestToken(service, id);
    const {
      bill: _bill,
      cancellationPolicy: _policy,
      schedule: _schedule,
      cancellation: _cancellation,
      ...booking
    } = await readBooking(service, id);
    expect(valueOf(await list({ resourceId }))).toEqual({
      bookings: [booking],
      nextAfter: null,
    });
  });

  it('compares the guest’s e-mail without case', async () => {
    const { id } = await placeHold(service);
    await obtainGuestToken(service, id);
    expect(await idsOf({ guestEmail: GUEST.toUpperCase() })).toContain(id);
    expect(await idsOf({ guestEmail: 'other@example.com' })).toEqual([]);
  });

  it('has a hold past its end as expired, and no pending reservation', async () => {
    const tenantId = newId();
    const [pending, held, overdue, expired] = [
      await insert(tenantId, { state: 'pending' }),
      await insert(tenantId, { state: 'held' }),
      await insert(tenantId, { state: 'held', createdAt: '2027-01-02T00:00:00Z' }),
      await insert(tenantId, { state: 'expired' }),
    ];
    await service.probe.sql(
      "UPDATE reservations SET hold_expires_at = now() - interval '1 second' WHERE id = $1",
      [overdue],
    );
    expect(await idsOf({ state: 'held' }, tenantId)).toEqual([held]);
    expect(await idsOf({ state: 'expired' }, tenantId)).toEqual([expired, overdue]);
    expect(await idsOf({ state: 'pending' }, tenantId)).toEqual([]);
    const { bookings } = valueOf(await list({}, tenantId));
    expect(bookings.map(({ id }) => id)).not.toContain(pending);
    expect(bookings.find(({ id }) => id === overdue)?.state).toBe('expired');
  });

  it('has the bookings of one tenant', async () => {
    await placeHold(service);
    expect(await idsOf({}, newId())).toEqual([]);
  });
});

describe('a page', () => {
  it('continues to the microsecond, without a gap or a repetition', async () => {
    const tenantId = newId();
    const times = ['00.000001', '00.000002', '00.000002', '00.000002', '00.000003'];
    const ids = new Set<string>();
    for (const time of times) ids.add(await insert(tenantId, { createdAt: `2027-01-01T00:00:${time}Z` }));
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

  it('that is full may be the last one', async () => {
    const tenantId = newId();
    await insert(tenantId);
    await insert(tenantId);
    expect(valueOf(await list({ limit: 2 }, tenantId))).toMatchObject({
      bookings: [{}, {}],
      nextAfter: null,
    });
    expect(valueOf(await list({ limit: 1 }, tenantId)).nextAfter).not.toBeNull();
  });

  it('is empty after an invalid position', async () => {
    const after = { createdAt: 'yesterday', id: newId() };
    expect(valueOf(await list({ after }))).toEqual({ bookings: [], nextAfter: null });
  });
});

describe('a window', () => {
  it('reads dates as midnights in the zone of the stay, and may be open', async () => {
    const tenantId = newId();
    const night = { from: '2027-03-01T23:30:00Z', to: '2027-03-02T10:00:00Z' };
    const utc = await insert(tenantId, night);
    const berlin = await insert(tenantId, {
      ...night,
      timeZone: 'Europe/Berlin',
      createdAt: '2027-01-02T00:00:00Z',
    });
    expect(await idsOf({ to: '2027-03-02' }, tenantId)).toEqual([utc]);
    expect(await idsOf({ from: '2027-03-02' }, tenantId)).toEqual([utc, berlin]);
    expect(await idsOf({ from: '2027-03-02T10:00:00Z' }, tenantId)).toEqual([]);
    expect(await idsOf({ from: '2027-03-02T09:59:59Z', to: '2027-03-03' }, tenantId)).toEqual([utc, berlin]);
  });

  it('fills a page although many stays lie just beside the window', async () => {
    const tenantId = newId();
    const beside = { from: '2027-03-01T20:00:00Z', to: '2027-03-01T23:00:00Z' };
    for (let count = 0; count < 12; count += 1) await insert(tenantId, beside);
    const late = {
      from: '2027-03-02T10:00:00Z',
      to: '2027-03-02T12:00:00Z',
      createdAt: '2027-02-01T00:00:00Z',
    };
    const inside = new Set([await insert(tenantId, late), await insert(tenantId, late)]);
    const first = valueOf(await list({ from: '2027-03-02', limit: 1 }, tenantId));
    const second = valueOf(await list({ from: '2027-03-02', limit: 1, after: first.nextAfter }, tenantId));
    expect(second.nextAfter).toBeNull();
    expect(new Set([...first.bookings, ...second.bookings].map(({ id }) => id))).toEqual(inside);
  });

  it('that ends before it begins is refused', async () => {
    expect(outcomeOf(await list({ from: '2027-03-02', to: '2027-03-02' }))).toBe('invalid_window');
  });
});
