// Guards that a sealed address opens for its own connection alone.
import { expect, it } from 'vitest';
import { feedVault } from './feed-vault.ts';

const vault = feedVault('a secret for tests, with enough characters');
const address = 'https://channel.example/ical/secret.ics?s=secret';

it('opens for the tenant and the connection it was sealed for, and shows nothing of itself', () => {
  const sealed = vault.seal('tenant', 'connection', address);
  expect(vault.open('tenant', 'connection', sealed)).toBe(address);
  expect(sealed).not.toContain('secret');
  expect(vault.seal('tenant', 'connection', address)).not.toBe(sealed);
});

it('stays shut for another tenant, another connection, another key, and where a bit was changed', () => {
  const sealed = vault.seal('tenant', 'connection', address);
  expect(vault.open('other', 'connection', sealed)).toBeUndefined();
  expect(vault.open('tenant', 'other', sealed)).toBeUndefined();
  expect(feedVault('another secret, also with characters').open('tenant', 'connection', sealed)).toBe(
    undefined,
  );
  expect(vault.open('tenant', 'connection', `${sealed.slice(0, -4)}AAAA`)).toBeUndefined();
  expect(vault.open('tenant', 'connection', 'v1.')).toBeUndefined();
  expect(vault.open('tenant', 'connection', address)).toBeUndefined();
});
