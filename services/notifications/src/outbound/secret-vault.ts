import { createSealer } from '@lodging/kit-security';
import type { Vault } from '../use-cases/webhook-ports.ts';

export function secretVault(secret: string): Vault {
  const sealed = createSealer(secret, 'lodging.notifications.webhook-secret');
  const owner = (tenantId: string, id: string) => `${tenantId}|${id}`;
  return {
    seal: (tenantId, id, text) => sealed.seal(owner(tenantId, id), text),
    open: (tenantId, id, text) => sealed.open(owner(tenantId, id), text),
  };
}
