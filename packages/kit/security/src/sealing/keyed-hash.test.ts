import { expect, it } from 'vitest';
import { createKeyedHash } from './keyed-hash.ts';

const SECRET = 'a secret for tests, with enough characters';
const hash = createKeyedHash(SECRET, 'lodging.tests.hash');

it('is the same for the same parts alone, however they are joined', () => {
  expect(hash('tenant', 'ada@example.com')).toBe(hash('tenant', 'ada@example.com'));
  expect(hash('tenant', 'ada@example.com')).not.toBe(hash('tenantada@example.com'));
  expect(hash('a', 'bc')).not.toBe(hash('ab', 'c'));
});

it('differs with the secret and the purpose', () => {
  expect(createKeyedHash(SECRET, 'lodging.tests.other')('a')).not.toBe(hash('a'));
  expect(createKeyedHash(`${SECRET}.`, 'lodging.tests.hash')('a')).not.toBe(hash('a'));
});

/** As it lies in existing databases. */
it('does not change', () => {
  expect(hash('tenant', 'ada@example.com')).toBe('_oH2A4KshsMeudDoXNtjNQnRYNDtJYRk-YuW_dBTb5A');
});
