import { ok, refuse } from '@lodging/kernel';
import type { NewId, Refusal, Result } from '@lodging/kernel';
import { createSemaphore } from '@lodging/kit-runtime';
import { isUniqueViolation, namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { copiedIds } from '../domain/copied-ids.ts';
import type { CopiedCounts, SandboxRepository } from '../ports/sandbox.ts';
import { changeCatalog } from './catalog-lock.ts';
import { copyPolicies, copyTaxRules } from './copy-rules.ts';
import { copyResources, copyRoomTypes } from './copy-resources.ts';

/** A copy holds two connections, one on either side: copies must not wait for each other with one each. */
const AT_ONCE = 1;
const WAIT_MS = 5_000;

/** Without the versions of policies that were deleted: nobody sees them. */
const findContent = namedStatement<{ tenantId: string }>(
  'sandbox_content',
  `SELECT EXISTS (SELECT FROM room_types WHERE tenant_id = $tenantId)
     OR EXISTS (SELECT FROM resources WHERE tenant_id = $tenantId)
     OR EXISTS (SELECT FROM tax_rules WHERE tenant_id = $tenantId)
     OR EXISTS (SELECT FROM cancellation_policies WHERE tenant_id = $tenantId AND is_current) AS filled`,
);

export function createSandboxRepository(db: Database, newId: NewId): SandboxRepository {
  const copies = createSemaphore({ permits: AT_ONCE });
  return {
    copyFrom: (liveId, sandboxId) =>
      copies.run(() => refuseRace(() => copyAll(db, newId, liveId, sandboxId)), { timeoutMs: WAIT_MS }),
  };
}

/** Each side is read or written under its own row policies, the live one in one snapshot. */
function copyAll(
  db: Database,
  newId: NewId,
  liveId: string,
  sandboxId: string,
): Promise<Result<CopiedCounts>> {
  return changeCatalog(db, sandboxId, async (sandbox) => {
    const [content] = await sandbox.query<{ filled: boolean }>(findContent({ tenantId: sandboxId }));
    if (content?.filled !== false) return sandboxNotEmpty;
    return db.readSnapshotInTenant(liveId, async (live) => {
      const copy = { live, liveId, sandbox, sandboxId, ids: copiedIds(newId) };
      const roomTypes = await copyRoomTypes(copy);
      const resources = await copyResources(copy);
      const cancellationPolicies = await copyPolicies(copy);
      return ok({ roomTypes, ...resources, cancellationPolicies, taxRules: await copyTaxRules(copy) });
    });
  });
}

type Refused = Refusal<'sandbox_not_empty' | 'resource_locked'>;
const sandboxNotEmpty = refuse('sandbox_not_empty', 'The sandbox sells something already.');

/** Something with a code or slug of the copy was added meanwhile: resources and room types are added without the lock. */
async function refuseRace(copy: () => Promise<Result<CopiedCounts>>): Promise<Result<CopiedCounts, Refused>> {
  try {
    return (await copy()) as Result<CopiedCounts, Refused>;
  } catch (error) {
    const isTaken = ['resources_slug_taken', 'room_types_code_taken'].some((name) =>
      isUniqueViolation(error, name),
    );
    if (!isTaken) throw error;
    return sandboxNotEmpty;
  }
}
