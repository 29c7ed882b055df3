import type { ReservationsDeps } from '../../ports/deps.ts';
import type { LivingStay, LivingStays, StayName } from '../../ports/recovery.ts';
import { placeClaim } from './place-claim.ts';
import type { PlaceClaimDeps } from './place-claim.ts';

export type ReclaimUnitsDeps = PlaceClaimDeps & Pick<ReservationsDeps, 'clock'>;

export interface ReclaimedUnits {
  readonly claimed: number;
  readonly unclaimed: (StayName & { readonly code: string })[];
  readonly next: string | null;
}

const BATCH = 200;
const AT_ONCE = 8;
/** Well within the time that the caller waits, with the last calls. */
const BATCH_MS = 5_000;

/**
 * Inventory may have been restored to an earlier state: each stay that needs units claims them again under its own id, which
 * changes nothing where the claim exists and has these units. If inventory released a claim and we lost that event, it stays released and is
 * reported.
 */
export async function reclaimUnits(
  deps: ReclaimUnitsDeps,
  selection: Omit<LivingStays, 'limit'>,
): Promise<ReclaimedUnits> {
  const { recovery, clock } = deps;
  const nowMs = () => clock.now().epochMilliseconds;
  const until = nowMs() + BATCH_MS;
  const living = await recovery.listLiving({ ...selection, limit: BATCH });
  const unclaimed: ReclaimedUnits['unclaimed'][number][] = [];
  let requested = 0;
  while (requested < living.length && (requested === 0 || nowMs() < until)) {
    const some = living.slice(requested, requested + AT_ONCE);
    const refused = await Promise.all(some.map((stay) => claimOne(deps, stay)));
    unclaimed.push(...refused.flatMap((one) => one ?? []));
    requested += some.length;
  }
  const next = requested < BATCH && requested === living.length ? null : (living[requested - 1]?.id ?? null);
  return { claimed: requested - unclaimed.length, unclaimed, next };
}

/** A request without an answer is reported like a refused one, so that the others proceed. */
async function claimOne(
  deps: ReclaimUnitsDeps,
  stay: LivingStay,
): Promise<ReclaimedUnits['unclaimed'][number] | undefined> {
  const { tenantId, id } = stay;
  try {
    const answer = await placeClaim(deps, stay, 'confirm');
    return answer.ok ? undefined : { tenantId, id, code: answer.refusal.code };
  } catch {
    return { tenantId, id, code: 'unavailable' };
  }
}
