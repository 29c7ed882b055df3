import { clientContext } from '@lodging/kit-testing';
import { expect, it } from 'vitest';
import { buildReservation } from '../../../test/build-reservation.ts';
import { ListTimeout } from '../../ports/bookings.ts';
import type { BookingListRepository, ListedReservation } from '../../ports/bookings.ts';
import { listBookings } from './list-bookings.ts';

const NOW = Temporal.Instant.from('2027-01-01T00:00:00Z');
const open = { from: undefined, to: undefined };
const filter = {
  resourceId: undefined,
  states: undefined,
  guestEmail: undefined,
  window: open,
  query: 'zoe',
};

/** Every row is found by the search, and none is what was searched for. */
function endless(milliseconds: number): BookingListRepository & { readonly sizes: number[] } {
  const sizes: number[] = [];
  return {
    sizes,
    async list(_tenantId, _filter, { limit }) {
      sizes.push(limit);
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      const one: ListedReservation = {
        reservation: buildReservation('confirmed'),
        at: NOW,
        balance: null,
        dueAtPropertyMinorUnits: '0',
        position: { createdAt: NOW.toString(), id: 'r1' },
      };
      return Array.from({ length: limit }, () => one);
    },
  };
}

it('a search that finds nothing it looks for ends with the time of its request', async () => {
  const bookingLists = endless(10);
  const ctx = clientContext('t1', true, { timeoutMs: 250 });
  const listed = listBookings({ bookingLists }, ctx, { filter, page: { after: null, limit: 20 } });
  await expect(listed).rejects.toThrow(ListTimeout);
  expect(Date.now()).toBeLessThan(ctx.deadline);
  expect(bookingLists.sizes.length).toBeGreaterThan(2);
});

it('a page that is complete at the end of that time is answered', async () => {
  const bookingLists = endless(0);
  const ctx = clientContext('t1', true, { timeoutMs: 0 });
  const page = { after: null, limit: 20 };
  const listed = await listBookings({ bookingLists }, ctx, { filter: { ...filter, query: undefined }, page });
  expect(listed.ok && listed.value.rows).toHaveLength(20);
});
