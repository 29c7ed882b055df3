import { expect, it } from 'vitest';
import { createKeyRingSealer } from './key-ring-sealer.ts';

const [OLD, NEW] = ['an old secret, with enough characters', 'a new secret, with enough characters'];
const PURPOSE = 'lodging.tests.ring';

it('opens what an earlier secret of the ring has sealed, and seals with the first', () => {
  const old = createKeyRingSealer([OLD], PURPOSE).seal('owner', 'text');
  const ring = createKeyRingSealer([NEW, OLD], PURPOSE);
  expect(ring.open('owner', old)).toBe('text');
  const sealed = ring.seal('owner', 'text');
  expect(sealed).toMatch(/^v2\.[\w-]{8}\.[\w-]+$/);
  expect(sealed).not.toContain('text');
  expect(createKeyRingSealer([NEW], PURPOSE).open('owner', sealed)).toBe('text');
});

it('does not open for another owner, purpose or secret, nor where a character was changed', () => {
  const ring = createKeyRingSealer([NEW], PURPOSE);
  const sealed = ring.seal('owner', 'text');
  expect(ring.open('other', sealed)).toBeUndefined();
  expect(createKeyRingSealer([NEW], 'lodging.tests.other').open('owner', sealed)).toBeUndefined();
  expect(createKeyRingSealer([OLD], PURPOSE).open('owner', sealed)).toBeUndefined();
  for (let at = 0; at < sealed.length - 1; at += 1) {
    const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
    expect(ring.open('owner', changed), `${at}`).toBeUndefined();
  }
});

/** As it lies in existing databases. */
it('what was sealed in the past still opens', () => {
  expect(
    createKeyRingSealer([OLD], PURPOSE).open(
      'owner',
      'v2.lydAlLb1.rL2kl7G5umdO_7wAfzX5PrtWDYE7EYExPOnlHusir1g',
    ),
  ).toBe('text');
});
