import type { Claims, Seen } from './ports.ts';

export function recordDeparture({ claims }: { claims: Claims }) {
  return (tenantId: string, claimId: string, seen: Seen): Promise<void> =>
    claims.recordDeparture(tenantId, claimId, seen);
}
