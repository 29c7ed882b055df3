import { createSealer } from '@lodging/kit-security';
import type { Vault } from '../use-cases/connection-ports.ts';

export function feedVault(secret: string): Vault {
  const sealed = createSealer(secret, 'lodging.channels.feed-url');
  const owner = (tenantId: string, id: string) => `${tenantId}|${id}`;
  return {
    seal: (tenantId, id, text) => sealed.seal(owner(tenantId, id), text),
    open: (tenantId, id, text) => sealed.open(owner(tenantId, id), text),
  };
}
