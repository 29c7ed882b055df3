import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { lodging } from '../../api/lodging.ts';
import type { OneBooking, StayChange } from '../../api/records.ts';
import { isDecided, useWrite } from '../../api/use-write.ts';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import { showBooking } from '../use-booking-change.ts';

export type Settle = 'now' | 'later';

interface MoveInput {
  readonly changeToken: string;
  readonly settle: Settle;
}

/** What a move answers: a conflict answers itself alone, and its stay is read again. */
interface Moved {
  readonly booking: OneBooking;
  readonly change: StayChange | null;
}

interface MoveOptions {
  readonly booking: OneBooking;
  readonly timeZone: string;
  /** The conflict that the move resolves. */
  readonly conflictId: string | undefined;
  readonly onMoved: () => void;
  /** The price is not promised any more. */
  readonly onRefused: () => unknown;
}

export function useMove({ booking, timeZone, conflictId, onMoved, onRefused }: MoveOptions) {
  const { stayChange: texts, common } = useTexts();
  const { time } = useFormats();
  const client = useQueryClient();
  // At the desk money is taken at the desk.
  const [settle, setSettle] = useState<Settle>('later');
  const [sent, setSent] = useState<MoveInput | null>(null);
  const guest = booking.guestName ?? common.noName;
  const write = useWrite(
    (input: MoveInput, idempotencyKey): Promise<Moved> =>
      conflictId === undefined
        ? lodging.bookings.changeStay(booking.id, input, { idempotencyKey })
        : relocate(conflictId, booking.id, input),
    {
      says: ({ change }) =>
        change?.state === 'awaiting_payment' && change.expiresAt !== null
          ? texts.awaits(time(change.expiresAt, timeZone))
          : texts.moved(guest),
      after: async (answer) => {
        showBooking(client, answer.booking);
        onMoved();
        // A change that awaits its payment leaves the version of the booking as it is.
        const keys = [['booking', booking.id], ['occupancy'], ['conflicts']];
        await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
      },
      onRefused: (error) => (isDecided(error) ? onRefused() : undefined),
    },
  );
  const run = async (input: MoveInput): Promise<void> => {
    setSent(input);
    await write.run(input);
  };
  /** The API may have moved it: only the same request may follow. */
  const isUnknown = write.error !== null && !isDecided(write.error);
  return { ...write, run, unknown: isUnknown ? sent : null, settle, setSettle };
}

async function relocate(conflictId: string, bookingId: string, { changeToken }: MoveInput): Promise<Moved> {
  await lodging.channelConflicts.resolve(conflictId, { status: 'resolved_relocated', changeToken });
  return { booking: await lodging.bookings.get(bookingId), change: null };
}
