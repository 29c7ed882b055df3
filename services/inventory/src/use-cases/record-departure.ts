// Owns keeping in mind that the guest of a stay has left: what comes over the rest of it is no conflict.
import type { Claims, Seen } from './ports.ts';

export function recordDeparture({ claims }: { claims: Claims }) {
  return (tenantId: string, claimId: string, seen: Seen): Promise<void> =>
    claims.recordDeparture(tenantId, claimId, seen);
}
