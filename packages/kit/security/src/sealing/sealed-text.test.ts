// Guards that a sealed text opens where it belongs and nowhere else, and that what was sealed long ago still does.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sealing } from './sealed-text.ts';

const SECRET = 'a secret for tests, with enough characters';
const PURPOSE = 'lodging.tests.secret';
const sealed = sealing(SECRET, PURPOSE);

it('opens for its owner, is sealed anew each time, and shows nothing of itself', () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ unit: 'grapheme' }), (owner, text) => {
      const rests = sealed.seal(owner, text);
      expect(sealed.open(owner, rests)).toBe(text);
      expect(sealed.seal(owner, text)).not.toBe(rests);
      if (text.length > 4) expect(rests).not.toContain(text);
    }),
  );
});

it('stays shut for another owner, another purpose and another secret', () => {
  const rests = sealed.seal('owner', 'text');
  expect(sealed.open('other', rests)).toBeUndefined();
  expect(sealing(SECRET, 'lodging.tests.other').open('owner', rests)).toBeUndefined();
  expect(sealing('another secret, just as long as it', PURPOSE).open('owner', rests)).toBeUndefined();
});

it('stays shut where any character was changed, where it was cut, and for what was never sealed', () => {
  const rests = sealed.seal('owner', 'text');
  for (let at = 0; at < rests.length - 1; at += 1) {
    const changed = `${rests.slice(0, at)}${rests[at] === 'A' ? 'B' : 'A'}${rests.slice(at + 1)}`;
    expect(sealed.open('owner', changed), `${at}`).toBeUndefined();
    expect(sealed.open('owner', rests.slice(0, at)), `${at}`).toBeUndefined();
  }
  expect(sealed.open('owner', 'text')).toBeUndefined();
});

/** As they lie in the databases of those who have used this for long. */
it.each([
  [
    'lodging.channels.feed-url',
    'tenant|connection',
    'v1.41_rK15lkYXCBAF73ghVd9JOsa5O-nzwAto2hNRw8jWqGTPmwhDtzTXaDsu8I1UVjBfcbqpY4fpEsaauZwzY-47oeA',
    'https://channel.example/ical/secret.ics',
  ],
  [
    'lodging.notifications.webhook-secret',
    'tenant|endpoint',
    'v1.fFUeVBoFFPc5AZihrJn3gd614iNZGTFUaY50e0QfD871JoHNB-e4OQ',
    'whsec_secret',
  ],
  [
    'lodging.payments.client-secret',
    'tenant|payments.client_secret|payment',
    'v1.47uZTOBDf-4-Z92fsuAJFe38XU4MHWwNSYS106gfZnD4c7EVOzHB_Vk',
    'pi_1_secret_x',
  ],
])('what was sealed for %s still opens', (purpose, owner, rests, text) => {
  expect(sealing(SECRET, purpose).open(owner, rests)).toBe(text);
});
