import type { SoldPolicy } from '@lodging/contract-inventory';

/** Half of the accommodation at any time; a no-show costs all. */
export const HALF: SoldPolicy = {
  policy: {
    code: 'half',
    name: 'Half',
    version: 1,
    referenceTime: null,
    graceMinutes: 0,
    graceMinHoursBefore: 0,
    steps: [],
    afterwards: { kind: 'percent', bps: 5_000, of: 'accommodation' },
    noShow: { kind: 'percent', bps: 10_000, of: 'total' },
  },
  anchor: {
    at: '2027-03-01T14:00:00.000Z',
    date: '2027-03-01',
    time: '15:00:00',
    timeZone: 'Europe/Berlin',
  },
};
