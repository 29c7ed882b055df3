import { createKeyRingSealer } from '@lodging/kit-security';
import { expect, it } from 'vitest';
import { noGuest, SEALED_DETAILS } from '../../domain/stay/guest-details.ts';
import { createGuestSealer } from './guest-sealer.ts';

const SECRET = 'a secret of guests, thirty-two bytes and more';
const key = { tenantId: 't1', id: 'r1' };

it('a guest that was sealed before the last fields existed has null for them', () => {
  const guestSealed = createKeyRingSealer([SECRET], 'lodging.reservations.guest').seal(
    't1|r1',
    JSON.stringify(['ada@example.com']),
  );
  const guest = createGuestSealer(SECRET).open({ ...key, guestSealed });
  expect(Object.keys(guest)).toEqual([...SEALED_DETAILS]);
  expect(guest).toStrictEqual({ ...noGuest, guestEmail: 'ada@example.com' });
});

it('each field of a guest is opened as it was sealed', () => {
  const guest = { guestEmail: 'ada@example.com', guestName: 'Ada Lovelace', guestPhone: '+44 20 7946 0000' };
  const sealer = createGuestSealer(SECRET);
  const { guestSealed } = sealer.seal(key, { ...noGuest, ...guest });
  expect(sealer.open({ ...key, guestSealed })).toStrictEqual({ ...noGuest, ...guest });
});
