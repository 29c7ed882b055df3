import type { Database } from '@lodging/kit-postgres';
import { createBoundedSet } from '@lodging/kit-runtime';
import type { ClaimDecision, ClaimRequest } from '../../domain/claims/claim.ts';
import type { PendingClaim } from './batched-claims.ts';
import { readContext } from './claim-context.ts';

type ClaimResult = ClaimDecision['result'];

export interface SoldOutReads {
  /** Whether the units of this request were taken when a request for the same was decided last. */
  isLikely(tenantId: string, request: ClaimRequest): boolean;
  /** Keeps what was decided under the lock. */
  note(tenantId: string, request: ClaimRequest, result: ClaimResult): void;
  /**
   * The refusal of a request for units that committed claims take: it is true at the moment of the read, so it needs no
   * lock. Undefined where only a decision under the lock is certain; nothing is read unless a refusal is likely.
   */
  refuse(claim: PendingClaim): Promise<ClaimResult | undefined>;
}

/** Refused stays that are remembered. The next request for one that was dropped takes a lock. */
const MAX_REFUSED_STAYS = 10_000;

/**
 * Many guests want what one of them has got. Their refusals are reads that share connections, instead of transactions that
 * wait for each other. What is remembered only chooses between the two; it answers nothing.
 */
export function createSoldOutReads(db: Pick<Database, 'readInTenant'>): SoldOutReads {
  const soldOut = createBoundedSet(MAX_REFUSED_STAYS);
  return {
    isLikely: (tenantId, request) => soldOut.has(tenantId, keyOf(request)),
    note(tenantId, request, result) {
      if (isTaken(result)) soldOut.add(tenantId, keyOf(request));
      else soldOut.delete(tenantId, keyOf(request));
    },
    async refuse({ tenantId, request, decide }) {
      const key = keyOf(request);
      if (!soldOut.has(tenantId, key)) return undefined;
      const { result } = decide(await readContext(db, tenantId, request));
      if (isTaken(result)) return result;
      soldOut.delete(tenantId, key);
      return undefined;
    },
  };
}

function isTaken(result: ClaimResult): boolean {
  return !result.ok && result.refusal.code === 'units_taken';
}

function keyOf({ resourceId, window, quantity }: ClaimRequest): string {
  return `${resourceId} ${window.from.epochMilliseconds} ${window.to.epochMilliseconds} ${quantity}`;
}
