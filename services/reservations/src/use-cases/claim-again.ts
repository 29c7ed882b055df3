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

/**
 * Inventory may have been set back without us, or have heard of an end that we have lost: each stay that needs units asks for
 * them again, by its own id, so that one that has them changes nothing.
 */
export async function claimAgain(
  { recovery, inventory }: ClaimAgainDeps,
  wanted: Omit<LivingStays, 'limit'>,
): Promise<ClaimedAgain> {
  const living = await recovery.listLiving({ ...wanted, limit: BATCH });
  const unclaimed: ClaimedAgain['unclaimed'][number][] = [];
  for (let first = 0; first < living.length; first += AT_ONCE) {
    const refused = await Promise.all(
      living.slice(first, first + AT_ONCE).map((stay) => claimOne(inventory, stay)),
    );
    unclaimed.push(...refused.flatMap((one) => one ?? []));
  }
  const next = living.length < BATCH ? null : (living.at(-1)?.id ?? null);
  return { claimed: living.length - unclaimed.length, unclaimed, next };
}

async function claimOne(
  inventory: ClaimAgainDeps['inventory'],
  stay: LivingStay,
): Promise<ClaimedAgain['unclaimed'][number] | undefined> {
  const { tenantId, id, resourceId, window, quantity } = stay;
  const claim = { id, stay: { resourceId, window, quantity } };
  const answer = await inventory.confirmClaim(contextFor(stay), claim);
  return answer.ok ? undefined : { tenantId, id, code: answer.refusal.code };
}
