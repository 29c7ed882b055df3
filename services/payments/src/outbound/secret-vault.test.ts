// Guards that a client secret at rest opens for its own payment alone.
import { expect, it } from 'vitest';
import { secretVault } from './secret-vault.ts';

const vault = secretVault('a key for tests, with enough characters');
const sealed = vault.seal('t1', 'p1', 'pi_1_secret_x');

it('opens what it sealed', () => {
  expect(sealed).not.toContain('secret');
  expect(vault.open('t1', 'p1', sealed)).toBe('pi_1_secret_x');
});

it('seals the same secret differently each time', () => {
  expect(vault.seal('t1', 'p1', 'pi_1_secret_x')).not.toBe(sealed);
});

it.each([
  ['another payment', 't1', 'p2', sealed],
  ['another tenant', 't2', 'p1', sealed],
  [
    'a changed byte',
    't1',
    'p1',
    `${sealed.slice(0, 10)}${sealed[10] === 'A' ? 'B' : 'A'}${sealed.slice(11)}`,
  ],
  ['a cut', 't1', 'p1', sealed.slice(0, 12)],
  ['something else', 't1', 'p1', 'pi_1_secret_x'],
])('does not open for %s', (_what, tenantId, paymentId, text) => {
  expect(vault.open(tenantId, paymentId, text)).toBeUndefined();
});

it('does not open what another key sealed', () => {
  expect(secretVault('another key for tests, just as long').open('t1', 'p1', sealed)).toBeUndefined();
});
