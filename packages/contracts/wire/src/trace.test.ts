import { expect, it } from 'vitest';
import { traceOf } from './trace.ts';

it('the entries of a service of a later release are read, of whatever kind they are', () => {
  const entry = { what: 'recorded', outcome: null, requestId: null, traceId: null, detail: null };
  const entries = ['change', 'a later kind'].map((kind) => ({ ...entry, at: '2027-06-10T15:00:00Z', kind }));
  const { response } = traceOf('reservations').traceBooking;
  expect(response.parse({ booking: null, entries }).entries.map(({ kind }) => kind)).toEqual([
    'change',
    'a later kind',
  ]);
});
