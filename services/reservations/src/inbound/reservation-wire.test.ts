import { reservation, reservationFacts } from '@lodging/contract-reservations';
import { describe, expect, it } from 'vitest';
import { buildReservation } from '../../test/build-reservation.ts';
import { reservationStates } from '../domain/states.ts';
import { toReservationFacts, toReservationSummary } from './wire.ts';

describe.each(reservationStates)('a %s reservation', (state) => {
  const record = buildReservation(state);

  it('is written as the contract declares it, without other fields', () => {
    expect(reservation.strict().parse(toReservationSummary(record))).toEqual(toReservationSummary(record));
    expect(reservationFacts.strict().parse(toReservationFacts(record))).toEqual(toReservationFacts(record));
  });

  it('does not show the guest in an event or to a publishable key', () => {
    expect(JSON.stringify([toReservationSummary(record), toReservationFacts(record)])).not.toContain(
      'guest@',
    );
  });
});
