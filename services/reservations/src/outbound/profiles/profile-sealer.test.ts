import { expect, it } from 'vitest';
import { noGuestDetails } from '../../domain/profiles/guest.ts';
import { createProfileSealer } from './profile-sealer.ts';

const [OLD, NEW] = ['an old secret of thirty-two letters', 'a new secret of thirty-two letters!'];
const [tenantId, id] = ['01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-00000000000b'];
const profile = {
  email: 'ada@example.com',
  name: 'Ada',
  phone: null,
  language: 'en',
  notes: 'A note.',
  metadata: { a: 'b' },
  consents: [],
};

it('opens what it has sealed, and stores nothing readable', () => {
  const sealer = createProfileSealer([OLD]);
  const sealed = sealer.seal(tenantId, profile);
  expect(JSON.stringify(sealed)).not.toMatch(/Ada|ada@|note/);
  expect(sealer.open({ tenantId, id, ...sealed })).toEqual(profile);
  const bare = sealer.seal(tenantId, { ...profile, ...noGuestDetails, name: null, language: null });
  expect([bare.nameSealed, bare.phoneSealed, bare.languageSealed, bare.detailsSealed]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

it('opens with each secret of the ring, and with none of another', () => {
  const sealed = createProfileSealer([OLD]).seal(tenantId, profile);
  expect(createProfileSealer([NEW, OLD]).open({ tenantId, id, ...sealed })).toEqual(profile);
  expect(() => createProfileSealer([NEW]).open({ tenantId, id, ...sealed })).toThrow('GUEST_DATA_SECRET');
});

it('does not open a field of another address, or of another tenant', () => {
  const sealer = createProfileSealer([OLD]);
  const [one, other] = [
    sealer.seal(tenantId, profile),
    sealer.seal(tenantId, { ...profile, email: 'eve@example.com' }),
  ];
  expect(() => sealer.open({ tenantId, id, ...one, nameSealed: other.nameSealed })).toThrow();
  expect(() => sealer.open({ tenantId: id, id, ...one })).toThrow();
});
