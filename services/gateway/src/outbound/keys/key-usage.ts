import type { Clock } from '@lodging/kernel';
import type { Credential } from '../../domain/keys/credential.ts';
import type { ApiKeyRepository, KeyUsage } from '../../ports/keys.ts';

export function createKeyUsage(apiKeys: Pick<ApiKeyRepository, 'recordUse'>, clock: Clock): KeyUsage {
  let used = new Map<string, Credential>();
  return {
    record(credential) {
      used.set(credential.id, credential);
    },
    async flush() {
      if (used.size === 0) return;
      const batch = [...used.values()];
      used = new Map();
      await apiKeys.recordUse(batch, clock.now());
    },
  };
}
