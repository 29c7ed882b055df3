import { keyIdOf } from './key-id.ts';
import { createSealer } from './sealer.ts';

/** Sealed secrets of a service's records. `open` gives undefined for the secret of another tenant or record. */
export interface Vault {
  seal(tenantId: string, id: string, text: string): string;
  open(tenantId: string, id: string, sealed: string): string | undefined;
  /** The same text sealed with the current secret, where an earlier one has sealed it; undefined where nothing is to do. */
  reseal(tenantId: string, id: string, sealed: string): string | undefined;
  /** Names the current secret, and says nothing else about it. */
  readonly keyId: string;
}

/**
 * Of several secrets the first seals and each opens what it has sealed, so that a secret is replaced while texts of the earlier
 * one exist. `kind` distinguishes records of one purpose where a service seals secrets of several tables. It must
 * never change.
 */
export function createVault(secrets: string | readonly string[], purpose: string, kind?: string): Vault {
  const ring = [secrets].flat().map((secret) => ({ secret, sealer: createSealer(secret, purpose) }));
  const [current] = ring;
  if (current === undefined) throw new Error(`there is no secret for ${purpose}`);
  const ownerOf = (tenantId: string, id: string) =>
    [tenantId, ...(kind === undefined ? [] : [kind]), id].join('|');
  const openWithAny = (owner: string, sealed: string): string | undefined => {
    for (const { sealer } of ring) {
      const text = sealer.open(owner, sealed);
      if (text !== undefined) return text;
    }
    return undefined;
  };
  return {
    keyId: keyIdOf(current.secret),
    seal: (tenantId, id, text) => current.sealer.seal(ownerOf(tenantId, id), text),
    open: (tenantId, id, sealed) => openWithAny(ownerOf(tenantId, id), sealed),
    reseal(tenantId, id, sealed) {
      const owner = ownerOf(tenantId, id);
      if (current.sealer.open(owner, sealed) !== undefined) return undefined;
      const text = openWithAny(owner, sealed);
      return text === undefined ? undefined : current.sealer.seal(owner, text);
    },
  };
}
