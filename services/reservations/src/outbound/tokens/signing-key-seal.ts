import type { Seal } from '@lodging/kit-messaging';
import type { SealerRing } from '@lodging/kit-security';
import type { SealedSigningKeys } from './signing-key-repository.ts';

/** A key that cannot be opened only verifies, and new ones sign in its place. */
export function sealOfSigningKeys(
  repository: SealedSigningKeys,
  sealer: SealerRing,
  secrets: readonly string[],
): Seal {
  return {
    setting: 'TOKEN_KEY_SECRET',
    what: 'the signing keys that are stored',
    keyId: sealer.keyId,
    secrets,
    isReplaceable: true,
    async probe() {
      const rows = await repository.readAll();
      const opened = rows.filter((row) => sealer.openBytes(row.kid, row.sealedPrivateKey) !== undefined);
      if (opened.length === rows.length) return 'all';
      return opened.length === 0 ? 'none' : 'some';
    },
    async reseal() {
      let written = 0;
      for (const row of await repository.readAll()) {
        if (sealer.isCurrent(row.kid, row.sealedPrivateKey)) continue;
        const key = sealer.openBytes(row.kid, row.sealedPrivateKey);
        if (key === undefined) continue;
        if (await repository.replaceSealed(row, sealer.sealBytes(row.kid, key))) written += 1;
      }
      return written;
    },
  };
}
