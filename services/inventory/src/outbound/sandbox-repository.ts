import { ok, refuse } from '@lodging/kernel';
import type { NewId, Refusal, Result } from '@lodging/kernel';
import { createSemaphore } from '@lodging/kit-runtime';
import { isUniqueViolation, namedStatement } from '@lodging/kit-postgres';
import type { Database, Tx } from '@lodging/kit-postgres';
import { copiedIds } from '../domain/copied-ids.ts';
import type { CopiedCounts, SandboxRepository } from '../ports/sandbox.ts';
import { changeCatalog } from './catalog-lock.ts';
import { copyPolicies, copyTaxRules } from './copy-rules.ts';
import { copyResources, copyRoomTypes } from './copy-resources.ts';

/** A copy holds two connections, one on either side: copies must not wait for each other with one each. */
const AT_ONCE = 1;
const WAIT_MS = 5_000;

/** Without the versions of policies that were deleted: nobody sees them. */
const countContent = namedStatement<{ tenantId: string }>(
  'sandbox_content',
  `SELECT (SELECT count(*) FROM room_types WHERE tenant_id = $tenantId)::int
     + (SELECT count(*) FROM resources WHERE tenant_id = $tenantId)::int
     + (SELECT count(*) FROM tax_rules WHERE tenant_id = $tenantId)::int
     + (SELECT count(*) FROM cancellation_policies WHERE tenant_id = $tenantId AND is_current)::int AS count`,
);

const beginSnapshot = namedStatement<object>('sandbox_snapshot', 'SELECT 1');

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
    await live.query(beginSnapshot({}));
    return changeCatalog(db, sandboxId, async (sandbox) => {
      if ((await contentOf(sandbox, sandboxId)) !== 0) return sandboxNotEmpty;
      const copy = { live, liveId, sandbox, sandboxId, ids: copiedIds(newId) };
      const roomTypes = await copyRoomTypes(copy);
      const resources = await copyResources(copy);
      const cancellationPolicies = await copyPolicies(copy);
      const counts = { roomTypes, ...resources, cancellationPolicies, taxRules: await copyTaxRules(copy) };
      // Resources and room types are added without the lock. One that is committed after this is added to the copy.
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

/** Undoes the copy. */
class FilledMeanwhile extends Error {
  override readonly name = 'FilledMeanwhile';
}

type Refused = Refusal<'sandbox_not_empty' | 'resource_locked'>;
const sandboxNotEmpty = refuse('sandbox_not_empty', 'The sandbox sells something already.');

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
