import type { Guest } from '@lodging/client';
import { ids } from './records.ts';

interface MadeGuest {
  readonly n: number;
  readonly name?: string;
  readonly email?: string;
}

export function guest({ n, name = 'Ada Lovelace', email = 'ada@example.com' }: MadeGuest): Guest {
  const at = '2027-05-03T09:00:00.000Z';
  return {
    id: ids.guest(n),
    email,
    verifiedAt: at,
    name,
    phone: '+49 30 1234567',
    language: 'en',
    notes: null,
    metadata: { loyalty: 'gold' },
    consents: [{ purpose: 'newsletter', given: true, at, source: 'check-in form' }],
    staysCount: 1,
    firstStayAt: '2027-06-10T13:00:00.000Z',
    lastStayAt: '2027-06-10T13:00:00.000Z',
    createdAt: at,
    updatedAt: at,
    erasedAt: null,
  };
}
