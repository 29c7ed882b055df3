// Guards that a sealed text opens where it belongs and nowhere else, and that what was sealed long ago still does.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sealing } from './sealed-text.ts';

const SECRET = 'a secret for tests, with enough characters';
const PURPOSE = 'lodging.tests.secret';
const { seal, open } = sealing(SECRET, PURPOSE);

it('opens for its owner, is sealed anew each time, and shows nothing of itself', () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ unit: 'grapheme' }), (owner, text) => {
      const sealed = seal(owner, text);
      expect(open(owner, sealed)).toBe(text);
      expect(seal(owner, text)).not.toBe(sealed);
      if (text.length > 4) expect(sealed).not.toContain(text);
    }),
  );
});

it('stays shut for another owner, another purpose and another secret', () => {
  const sealed = seal('owner', 'text');
  expect(open('other', sealed)).toBeUndefined();
  expect(sealing(SECRET, 'lodging.tests.other').open('owner', sealed)).toBeUndefined();
  expect(sealing('another secret, just as long as it', PURPOSE).open('owner', sealed)).toBeUndefined();
});

it('stays shut where any character was changed, where it was cut, and for what was never sealed', () => {
  const sealed = seal('owner', 'text');
  for (let at = 0; at < sealed.length - 1; at += 1) {
    const other = sealed[at] === 'A' ? 'B' : 'A';
    expect(open('owner', `${sealed.slice(0, at)}${other}${sealed.slice(at + 1)}`), `${at}`).toBeUndefined();
    expect(open('owner', sealed.slice(0, at)), `${at}`).toBeUndefined();
  }
  expect(open('owner', 'text')).toBeUndefined();
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
])('what was sealed for %s still opens', (purpose, owner, sealed, text) => {
  expect(sealing(SECRET, purpose).open(owner, sealed)).toBe(text);
});
