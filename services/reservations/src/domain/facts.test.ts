// Guards what leaves the house.
import { booking, reservation, reservationFacts } from '@lodging/contract-reservations';
import { describe, expect, it } from 'vitest';
import { bookingOf, factsOf, summaryOf } from './facts.ts';
import { reservationStates } from './states.ts';
import { aReservation } from '../../test/reservation.ts';

describe.each(reservationStates)('a %s reservation', (state) => {
  const record = aReservation(state);

  it('reads as the contract says, with nothing beside it', () => {
    expect(reservation.strict().parse(summaryOf(record))).toEqual(summaryOf(record));
    expect(reservationFacts.strict().parse(factsOf(record))).toEqual(factsOf(record));
    expect(booking.strict().parse(bookingOf(record))).toEqual(bookingOf(record));
  });

  it('tells no event and no holder of a publishable key who the guest is', () => {
    expect(JSON.stringify([summaryOf(record), factsOf(record)])).not.toContain('guest@');
    expect(bookingOf(record).guestEmail).toBe('guest@example.com');
  });
});
