import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSealer } from './sealer.ts';
import { createVault } from './vault.ts';

const SECRET = 'a secret for tests, with enough characters';
const PURPOSE = 'lodging.tests.secret';
const sealer = createSealer(SECRET, PURPOSE);

it('opens for its owner, is sealed differently each time, and does not contain the text', () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ unit: 'grapheme' }), (owner, text) => {
      const sealed = sealer.seal(owner, text);
      expect(sealer.open(owner, sealed)).toBe(text);
      expect(sealer.seal(owner, text)).not.toBe(sealed);
      if (text.length > 4) expect(sealed).not.toContain(text);
    }),
  );
});

it('does not open for another owner, another purpose or another secret', () => {
  const sealed = sealer.seal('owner', 'text');
  expect(sealer.open('other', sealed)).toBeUndefined();
  expect(createSealer(SECRET, 'lodging.tests.other').open('owner', sealed)).toBeUndefined();
  expect(createSealer('another secret, just as long as it', PURPOSE).open('owner', sealed)).toBeUndefined();
});

it('does not open where any character was changed, where it was cut, or what was never sealed', () => {
  const sealed = sealer.seal('owner', 'text');
  for (let at = 0; at < sealed.length - 1; at += 1) {
    const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
    expect(sealer.open('owner', changed), `${at}`).toBeUndefined();
    expect(sealer.open('owner', sealed.slice(0, at)), `${at}`).toBeUndefined();
  }
  expect(sealer.open('owner', 'text')).toBeUndefined();
});

it('seals bytes in the same form', () => {
  const bytes = Buffer.from([0, 1, 254, 255]);
  const sealed = sealer.sealBytes('owner', bytes);
  expect(sealer.openBytes('owner', sealed)).toEqual(bytes);
  expect(sealer.openBytes('other', sealed)).toBeUndefined();
  expect(sealer.openBytes('owner', sealed.subarray(0, 20))).toBeUndefined();
  expect(sealer.seal('owner', 'text').slice(0, 3)).toBe('v1.');
});

/** As they lie in existing databases. */
it.each([
  [
    'lodging.channels.feed-url',
    undefined,
    'connection',
    'v1.41_rK15lkYXCBAF73ghVd9JOsa5O-nzwAto2hNRw8jWqGTPmwhDtzTXaDsu8I1UVjBfcbqpY4fpEsaauZwzY-47oeA',
    'https://channel.example/ical/secret.ics',
  ],
  [
    'lodging.notifications.webhook-secret',
    undefined,
    'endpoint',
    'v1.fFUeVBoFFPc5AZihrJn3gd614iNZGTFUaY50e0QfD871JoHNB-e4OQ',
    'whsec_secret',
  ],
  [
    'lodging.payments.client-secret',
    'payments.client_secret',
    'payment',
    'v1.47uZTOBDf-4-Z92fsuAJFe38XU4MHWwNSYS106gfZnD4c7EVOzHB_Vk',
    'pi_1_secret_x',
  ],
])('what was sealed for %s in the past still opens', (purpose, kind, id, sealed, text) => {
  const owner = ['tenant', kind, id].filter((part) => part !== undefined).join('|');
  expect(createSealer(SECRET, purpose).open(owner, sealed)).toBe(text);
  expect(createVault(SECRET, purpose, kind).open('tenant', id, sealed)).toBe(text);
});

it('a vault with an earlier secret opens what that one sealed, and reseals it with the current one', () => {
  const [old, next] = [SECRET, 'the secret that replaces it, as long as the other'];
  const before = createVault(old, PURPOSE, 'tests.kind').seal('tenant', 'record', 'text');
  const both = createVault([next, old], PURPOSE, 'tests.kind');
  expect(both.open('tenant', 'record', before)).toBe('text');
  const resealed = both.reseal('tenant', 'record', before) ?? '';
  expect(createVault(next, PURPOSE, 'tests.kind').open('tenant', 'record', resealed)).toBe('text');
  expect(both.reseal('tenant', 'record', resealed)).toBeUndefined();
  expect(both.reseal('other', 'record', before)).toBeUndefined();
  expect(both.keyId).toBe(createVault(next, PURPOSE).keyId);
  expect(both.keyId).not.toBe(createVault(old, PURPOSE).keyId);
  expect(createVault(next, PURPOSE, 'tests.kind').open('tenant', 'record', before)).toBeUndefined();
});

it('a vault opens a secret for its own tenant and record alone', () => {
  const vault = createVault(SECRET, PURPOSE, 'tests.kind');
  const sealed = vault.seal('tenant', 'record', 'text');
  expect(vault.open('tenant', 'record', sealed)).toBe('text');
  expect(vault.open('other', 'record', sealed)).toBeUndefined();
  expect(vault.open('tenant', 'other', sealed)).toBeUndefined();
  expect(createVault(SECRET, PURPOSE).open('tenant', 'record', sealed)).toBeUndefined();
});
