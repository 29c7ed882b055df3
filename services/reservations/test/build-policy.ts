import type { StoredPolicy, PolicyRecord } from '../src/domain/stay/stored-policy.ts';
import type { ReservationTerms } from '../src/domain/stay/reservation-terms.ts';
import { buildBill, buildTerms } from './build-price.ts';

/** Free until 7 days before an arrival on 2027-03-28 at 15:00 in Berlin, then half of the accommodation; all for a no-show. */
export function buildPolicy(changes: Partial<PolicyRecord> = {}): StoredPolicy {
  return {
    policy: {
      code: 'flexible',
      name: 'Flexible',
      version: 3,
      referenceTime: null,
      graceMinutes: 0,
      graceMinHoursBefore: 0,
      steps: [{ before: { count: 7, unit: 'days' }, penalty: { kind: 'none' } }],
      afterwards: { kind: 'percent', bps: 5_000, of: 'accommodation' },
      noShow: { kind: 'percent', bps: 10_000, of: 'total' },
      ...changes,
    },
    anchor: {
      at: '2027-03-28T13:00:00.000Z',
      date: '2027-03-28',
      time: '15:00:00',
      timeZone: 'Europe/Berlin',
    },
  };
}

export function buildTermsWithPolicy(total = '12300', changes: Partial<PolicyRecord> = {}): ReservationTerms {
  return { ...buildTerms(buildBill('EUR', total)), policy: buildPolicy(changes) };
}
