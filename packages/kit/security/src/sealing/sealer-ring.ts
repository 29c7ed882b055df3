import { keyIdOf } from './key-id.ts';
import { createSealer } from './sealer.ts';
import type { Sealer } from './sealer.ts';

/** Of several secrets the first seals and each opens, so that a secret is replaced while what an earlier one sealed exists. */
export interface SealerRing extends Sealer {
  /** Names the current secret, and says nothing else about it. */
  readonly keyId: string;
  /** True if the current secret has sealed it. */
  isCurrent(owner: string, sealed: Uint8Array): boolean;
}

export function createSealerRing(secrets: readonly string[], purpose: string): SealerRing {
  const [secret] = secrets;
  if (secret === undefined) throw new Error(`there is no secret for ${purpose}`);
  const ring = secrets.map((one) => createSealer(one, purpose));
  const current = createSealer(secret, purpose);
  const firstOf = <T>(open: (sealer: Sealer) => T | undefined): T | undefined => {
    for (const sealer of ring) {
      const opened = open(sealer);
      if (opened !== undefined) return opened;
    }
    return undefined;
  };
  return {
    keyId: keyIdOf(secret),
    seal: (owner, text) => current.seal(owner, text),
    sealBytes: (owner, bytes) => current.sealBytes(owner, bytes),
    open: (owner, sealed) => firstOf((sealer) => sealer.open(owner, sealed)),
    openBytes: (owner, sealed) => firstOf((sealer) => sealer.openBytes(owner, sealed)),
    isCurrent: (owner, sealed) => current.openBytes(owner, sealed) !== undefined,
  };
}
