import type { InventoryClient } from '../ports/inventory.ts';
import type { LivingStay, LivingStays, RecoveryRepository, StayName } from '../ports/recovery.ts';
import { contextFor } from './system-context.ts';

export interface ClaimAgainDeps {
  readonly recovery: Pick<RecoveryRepository, 'listLiving'>;
  readonly inventory: Pick<InventoryClient, 'confirmClaim'>;
}

export interface ClaimedAgain {
  readonly claimed: number;
  readonly unclaimed: (StayName & { readonly code: string })[];
  readonly next: string | null;
}

const BATCH = 200;
const AT_ONCE = 8;
/** Well within the time that the caller waits, with the last calls. */
const BATCH_MS = 5_000;

/**
 * Inventory may have been set back without us: each stay that needs units asks for them again, by its own id, so that one that
 * has them changes nothing. A claim whose end inventory has heard of, and we have lost, stays released: it is named.
 */
export async function claimAgain(
  { recovery, inventory }: ClaimAgainDeps,
  wanted: Omit<LivingStays, 'limit'>,
  elapsedMs: () => number = () => performance.now(),
): Promise<ClaimedAgain> {
  const until = elapsedMs() + BATCH_MS;
  const living = await recovery.listLiving({ ...wanted, limit: BATCH });
  const unclaimed: ClaimedAgain['unclaimed'][number][] = [];
  let asked = 0;
  while (asked < living.length && (asked === 0 || elapsedMs() < until)) {
    const some = living.slice(asked, asked + AT_ONCE);
    const refused = await Promise.all(some.map((stay) => claimOne(inventory, stay)));
    unclaimed.push(...refused.flatMap((one) => one ?? []));
    asked += some.length;
  }
  const next = asked < BATCH && asked === living.length ? null : (living[asked - 1]?.id ?? null);
  return { claimed: asked - unclaimed.length, unclaimed, next };
}

/** One that was not answered is named beside those that were refused, so that it does not take the others with it. */
async function claimOne(
  inventory: ClaimAgainDeps['inventory'],
  stay: LivingStay,
): Promise<ClaimedAgain['unclaimed'][number] | undefined> {
  const { tenantId, id, resourceId, window, quantity } = stay;
  const claim = { id, stay: { resourceId, window, quantity } };
  try {
    const answer = await inventory.confirmClaim(contextFor(stay), claim);
    return answer.ok ? undefined : { tenantId, id, code: answer.refusal.code };
  } catch {
    return { tenantId, id, code: 'unavailable' };
  }
}
