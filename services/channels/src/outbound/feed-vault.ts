import { createVault } from '@lodging/kit-security';
import type { Vault } from '../ports.ts';

/** The purpose is part of the key: another one would make every stored address unreadable. */
export function createFeedVault(secret: string): Vault {
  return createVault(secret, 'lodging.channels.feed-url');
}
