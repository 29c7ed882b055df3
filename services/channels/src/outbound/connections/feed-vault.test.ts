import { expect, it } from 'vitest';
import { createFeedVault } from './feed-vault.ts';

const vault = createFeedVault('a secret for tests, with enough characters');
const address = 'https://channel.example/ical/secret.ics?s=secret';

it('opens for the tenant and the connection that it was sealed for, and does not contain the plain text', () => {
  const sealed = vault.seal('tenant', 'connection', address);
  expect(vault.open('tenant', 'connection', sealed)).toBe(address);
  expect(sealed).not.toContain('secret');
  expect(vault.seal('tenant', 'connection', address)).not.toBe(sealed);
});

it('does not open for another tenant, another connection, another key, or where it was changed', () => {
  const sealed = vault.seal('tenant', 'connection', address);
  expect(vault.open('other', 'connection', sealed)).toBeUndefined();
  expect(vault.open('tenant', 'other', sealed)).toBeUndefined();
  expect(createFeedVault('another secret, also with characters').open('tenant', 'connection', sealed)).toBe(
    undefined,
  );
  expect(vault.open('tenant', 'connection', `${sealed.slice(0, -4)}AAAA`)).toBeUndefined();
  expect(vault.open('tenant', 'connection', 'v1.')).toBeUndefined();
  expect(vault.open('tenant', 'connection', address)).toBeUndefined();
});

it('opens a form that never changes', () => {
  const sealed =
    'v1.41_rK15lkYXCBAF73ghVd9JOsa5O-nzwAto2hNRw8jWqGTPmwhDtzTXaDsu8I1UVjBfcbqpY4fpEsaauZwzY-47oeA';
  expect(vault.open('tenant', 'connection', sealed)).toBe('https://channel.example/ical/secret.ics');
});
