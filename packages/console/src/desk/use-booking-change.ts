import type { BookingUpdateParams } from '@lodging/client';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { codeOf, lodging } from '../api/lodging.ts';
import { bookingQuery } from '../api/queries/booking.ts';
import { applyRows } from '../api/known-rows.ts';
import type { HistoryEntry, OneBooking } from '../api/records.ts';
import { useWrite } from '../api/use-write.ts';

interface Target {
  readonly id: string;
  /** What was on the screen when the change was begun. */
  readonly version: number;
}

/** What another one has changed since. */
export interface Meanwhile {
  readonly booking: OneBooking;
  /** What each field was on the screen, and what it is now. */
  readonly changes: HistoryEntry['changes'];
}

interface Reactions {
  readonly says?: (booking: OneBooking) => string;
  readonly after?: (booking: OneBooking) => unknown;
}

/** A PATCH of a booking that counts for the version on the screen alone. */
export function useBookingChange({ id, version }: Target, { says, after }: Reactions = {}) {
  const client = useQueryClient();
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null);
  const expected = meanwhile?.booking.version ?? version;
  const { run, isBusy, error } = useWrite(
    (change: BookingUpdateParams) => send({ id, version: expected }, change),
    {
      ...(says && { says }),
      after: (booking) => {
        setMeanwhile(null);
        showBooking(client, booking);
        return after?.(booking);
      },
      onRefused: async (refusal) => {
        if (codeOf(refusal) !== 'version_mismatch') return;
        const found = await changedSince(id, expected);
        showBooking(client, found.booking);
        setMeanwhile(found);
      },
    },
  );
  return { run, isBusy, error, meanwhile };
}

export type BookingChange = ReturnType<typeof useBookingChange>;

/** The answer is on the screen before anything is read again: a next change counts for its version. */
export function showBooking(client: QueryClient, booking: OneBooking): void {
  client.setQueryData(bookingQuery(client, booking.id).queryKey, booking);
  applyRows(client, [booking]);
}

const ifVersion = (version: number) => ({ ifMatch: `"v${version}"` });

/** Money that was taken at the desk raises the version a moment later: that alone is no question. */
async function send({ id, version }: Target, change: BookingUpdateParams): Promise<OneBooking> {
  try {
    return await lodging.bookings.update(id, change, ifVersion(version));
  } catch (refusal) {
    if (codeOf(refusal) !== 'version_mismatch') throw refusal;
    const found = await changedSince(id, version).catch(() => null);
    const isMoney = found?.changes.every(({ field }) => field === 'balanceState') === true;
    if (found === null || !isMoney || found.changes.length === 0) throw refusal;
    return lodging.bookings.update(id, change, ifVersion(found.booking.version));
  }
}

async function changedSince(id: string, version: number): Promise<Meanwhile> {
  const [booking, entries] = await Promise.all([
    lodging.bookings.get(id),
    lodging.bookings.listHistory(id, { limit: 100 }).all({ limit: 1_000 }),
  ]);
  const later = entries.filter((entry) => entry.version > version).flatMap(({ changes }) => changes);
  return { booking, changes: wholeOf(later) };
}

/** Several changes of a field, oldest first, as one. */
function wholeOf(changes: HistoryEntry['changes']): HistoryEntry['changes'] {
  const byField = new Map<string, HistoryEntry['changes'][number]>();
  for (const change of changes)
    byField.set(change.field, { ...change, before: (byField.get(change.field) ?? change).before });
  return [...byField.values()];
}
