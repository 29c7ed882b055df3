import { createSealer } from './sealer.ts';

/** Sealed secrets of a service's records. `open` gives undefined for the secret of another tenant or record. */
export interface Vault {
  seal(tenantId: string, id: string, text: string): string;
  open(tenantId: string, id: string, sealed: string): string | undefined;
}

/** `kind` tells the records of one purpose apart where a service seals secrets of several tables. It must never change. */
export function createVault(secret: string, purpose: string, kind?: string): Vault {
  const sealer = createSealer(secret, purpose);
  const ownerOf = (tenantId: string, id: string) =>
    [tenantId, ...(kind === undefined ? [] : [kind]), id].join('|');
  return {
    seal: (tenantId, id, text) => sealer.seal(ownerOf(tenantId, id), text),
    open: (tenantId, id, sealed) => sealer.open(ownerOf(tenantId, id), sealed),
  };
}
