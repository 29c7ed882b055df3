import { ok, refuse } from '@lodging/kernel';
import type { NewId, Refusal, Result } from '@lodging/kernel';
import { createSemaphore } from '@lodging/kit-runtime';
import { isUniqueViolation, namedStatement } from '@lodging/kit-postgres';
import type { Database, Tx } from '@lodging/kit-postgres';
import { copiedIds } from '../../domain/sandbox/copied-ids.ts';
import type { CopiedCounts, SandboxRepository } from '../../ports/sandbox.ts';
import { LIMITS, refuseGrowth } from '../../domain/resources/tenant-limits.ts';
import type { LimitReached } from '../../domain/resources/tenant-limits.ts';
import { changeCatalog } from '../rules/catalog-lock.ts';
import { copyPolicies, copyTaxRules } from './copy-rules.ts';
import { copyResources, copyRoomTypes } from './copy-resources.ts';
import { lockCreations } from '../resources/creation-lock.ts';

/** A copy holds two connections, one on either side: copies must not wait for each other with one each. */
const AT_ONCE = 1;
const WAIT_MS = 5_000;

/** Without the versions of deleted policies, which are not visible. */
const countContent = namedStatement<{ tenantId: string }>(
  'sandbox_content',
  `SELECT (SELECT count(*) FROM room_types WHERE tenant_id = $tenantId)::int
     + (SELECT count(*) FROM resources WHERE tenant_id = $tenantId)::int
     + (SELECT count(*) FROM tax_rules WHERE tenant_id = $tenantId)::int
     + (SELECT count(*) FROM cancellation_policies WHERE tenant_id = $tenantId AND is_current)::int AS count`,
);

/** Begins the snapshot, too. Of rates, restrictions and seasons the most that one resource has. */
const countLive = namedStatement<{ tenantId: string }>(
  'sandbox_live_counts',
  `SELECT (SELECT count(*) FROM resources WHERE tenant_id = $tenantId AND archived_at IS NULL)::int AS resources,
     (SELECT count(*) FROM room_types WHERE tenant_id = $tenantId)::int AS "roomTypes",
     (SELECT coalesce(max(n), 0) FROM (
        SELECT count(*) AS n FROM rate_plans WHERE tenant_id = $tenantId GROUP BY resource_id) c)::int AS "ratePlans",
     (SELECT coalesce(max(n), 0) FROM (
        SELECT sum(jsonb_array_length(seasons)) AS n FROM pricing WHERE tenant_id = $tenantId GROUP BY resource_id) c)::int AS seasons,
     (SELECT coalesce(max(n), 0) FROM (
        SELECT count(*) AS n FROM restrictions WHERE tenant_id = $tenantId GROUP BY resource_id) c)::int AS restrictions`,
);

export function createSandboxRepository(db: Database, newId: NewId): SandboxRepository {
  const copies = createSemaphore({ permits: AT_ONCE });
  return {
    copyFrom: (liveId, sandboxId) =>
      copies.run(() => refuseRace(() => copyAll(db, newId, liveId, sandboxId)), { timeoutMs: WAIT_MS }),
  };
}

/**
 * Each side is read or written under its own row policies, the live one in one snapshot. The commit of the sandbox is the
 * inner one: when it is tried again, nothing of the earlier attempt is left, and its ids are new. The snapshot begins before
 * it: where its connection turns out to be closed, the outer one is tried again, on another connection.
 */
function copyAll(
  db: Database,
  newId: NewId,
  liveId: string,
  sandboxId: string,
): Promise<Result<CopiedCounts>> {
  return db.readSnapshotInTenant(liveId, async (live) => {
    const tooMany = refuseAbove((await live.query<Counts>(countLive({ tenantId: liveId })))[0]);
    if (tooMany !== undefined) return tooMany;
    return changeCatalog(db, sandboxId, async (sandbox) => {
      if ((await contentOf(sandbox, sandboxId)) !== 0) return sandboxNotEmpty;
      const copy = { live, liveId, sandbox, sandboxId, ids: copiedIds(newId), newId };
      const roomTypes = await copyRoomTypes(copy);
      const resources = await copyResources(copy);
      const cancellationPolicies = await copyPolicies(copy);
      const counts = { roomTypes, ...resources, cancellationPolicies, taxRules: await copyTaxRules(copy) };
      // Resources and room types are added under another lock. One that is added after this sees the copy.
      await lockCreations(sandbox, sandboxId);
      const copied = roomTypes + counts.resources + cancellationPolicies + counts.taxRules;
      if ((await contentOf(sandbox, sandboxId)) !== copied) throw new FilledMeanwhile();
      return ok(counts);
    });
  });
}

async function contentOf(sandbox: Tx, sandboxId: string): Promise<number | undefined> {
  const [content] = await sandbox.query<{ count: number }>(countContent({ tenantId: sandboxId }));
  return content?.count;
}

type Counts = { readonly [Kind in keyof typeof LIMITS]: number };

/** A live side may have more than the limits allow, from before there were limits; a copy may not. */
function refuseAbove(counts: Counts | undefined): LimitReached | undefined {
  const kinds = Object.keys(LIMITS) as (keyof typeof LIMITS)[];
  for (const kind of kinds) {
    const refused = refuseGrowth(LIMITS[kind], { before: 0, after: counts?.[kind] ?? 0 });
    if (refused !== undefined) return refused;
  }
  return undefined;
}

/** Undoes the copy. */
class FilledMeanwhile extends Error {
  override readonly name = 'FilledMeanwhile';
}

type Refused = Refusal<'sandbox_not_empty' | 'resource_locked' | 'limit_reached'>;
const sandboxNotEmpty = refuse('sandbox_not_empty', 'The sandbox already has records.');

/** Something was added meanwhile, perhaps with a code or slug of the copy. */
async function refuseRace(copy: () => Promise<Result<CopiedCounts>>): Promise<Result<CopiedCounts, Refused>> {
  try {
    return (await copy()) as Result<CopiedCounts, Refused>;
  } catch (error) {
    if (error instanceof FilledMeanwhile) return sandboxNotEmpty;
    const isTaken = ['resources_slug_taken', 'room_types_code_taken'].some((name) =>
      isUniqueViolation(error, name),
    );
    if (!isTaken) throw error;
    return sandboxNotEmpty;
  }
}
