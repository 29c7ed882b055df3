import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { isUniqueViolation } from '@lodging/kit-postgres';
import type { Database, Tx } from '@lodging/kit-postgres';
import { and, eq } from 'drizzle-orm';
import type { KnownPolicies } from '../domain/cancellation-policy.ts';
import type { LiveClaims } from '../domain/check-units.ts';
import type { NewResource, ResourceChanges, ResourceRecord, ResourceRepository } from '../ports/resources.ts';
import { changeResource, readChangedResource, refuseLocked } from './change-resource.ts';
import { findLiveClaims, lockResource, readLiveClaims } from './claim-statements.ts';
import type { LiveClaimsRow } from './claim-statements.ts';
import { findNamedPolicies } from './policy-statements.ts';
import { EMPTY_PAGE, listPage, pageValues } from './list-page.ts';
import { findRecord, listRecords, readRecord } from './resource-statements.ts';
import type { RecordRow, ResourceKey } from './resource-statements.ts';
import { resources } from './schema.ts';

/** As long as a claim waits for another one. */
const CLAIMS_TIMEOUT_MS = 1_800;

export function createResourceRepository(db: Database): ResourceRepository {
  return {
    insert: (tenantId, policyCodes, decide) =>
      refuseTakenSlug<Refusal>(() =>
        refuseLocked(
          () => db.inTenant(tenantId, (tx) => insert(tx, tenantId, policyCodes, decide)),
          'the rules of the tenant',
        ),
      ),
    async find(tenantId, resourceId) {
      const [row] = await db.readInTenant<RecordRow>(tenantId, findRecord({ tenantId, resourceId }));
      return row === undefined ? undefined : readRecord(row);
    },
    async list(tenantId, page) {
      const values = pageValues(page);
      if (values === undefined) return EMPTY_PAGE;
      const rows = await db.readInTenant<RecordRow>(
        tenantId,
        listRecords({ tenantId, archived: page.archived, ...values }),
      );
      return listPage(rows, page.limit, readRecord);
    },
    update: (tenantId, resourceId, policyCodes, decide) => {
      const write = (tx: Tx, changes: ResourceChanges) => update(tx, tenantId, resourceId, changes);
      return refuseTakenSlug<Refusal>(() =>
        changeResource(db, { tenantId, resourceId, policyCodes, decide, write }, (tx) =>
          readChangedResource(tx, tenantId, resourceId),
        ),
      );
    },
    updateUnits: (tenantId, resourceId, policyCodes, decideWithClaims) => {
      const write = (tx: Tx, changes: ResourceChanges) => update(tx, tenantId, resourceId, changes);
      let claims: LiveClaims = { taken: [], now: Temporal.Instant.fromEpochMilliseconds(0) };
      const change = {
        tenantId,
        resourceId,
        policyCodes,
        write,
        decide: (resource: ResourceRecord | undefined, policies: KnownPolicies) =>
          decideWithClaims(resource, policies, claims),
        prepare: async (tx: Tx) => {
          claims = await lockClaims(tx, { tenantId, resourceId });
        },
      };
      return refuseTakenSlug<Refusal>(() =>
        changeResource(db, change, (tx) => readChangedResource(tx, tenantId, resourceId)),
      );
    },
  };
}

async function insert(
  tx: Tx,
  tenantId: string,
  policyCodes: readonly string[],
  decide: (policies: KnownPolicies) => Result<NewResource>,
): Promise<Result<ResourceRecord>> {
  const decided = decide(await findNamedPolicies(tx, tenantId, policyCodes));
  if (!decided.ok) return decided;
  const { photoUrls, features, ...resource } = decided.value;
  const lists = { photoUrls: [...photoUrls], features: [...features] };
  await tx.orm.insert(resources).values({ tenantId, ...resource, ...lists });
  return ok(await readChangedResource(tx, tenantId, resource.id));
}

/** A separate statement after the lock, so that it sees the claims of the previous holder. */
async function lockClaims(tx: Tx, key: ResourceKey): Promise<LiveClaims> {
  const [, rows] = await Promise.all([
    tx.query(lockResource(key.resourceId, CLAIMS_TIMEOUT_MS)),
    tx.query<LiveClaimsRow>(findLiveClaims(key)),
  ]);
  return readLiveClaims(rows);
}

async function update(
  tx: Tx,
  tenantId: string,
  resourceId: string,
  { photoUrls, features, ...changes }: ResourceChanges,
): Promise<void> {
  const set = {
    ...changes,
    ...(photoUrls && { photoUrls: [...photoUrls] }),
    ...(features && { features: [...features] }),
  };
  if (Object.keys(set).length === 0) return;
  const isResource = and(eq(resources.tenantId, tenantId), eq(resources.id, resourceId));
  await tx.orm.update(resources).set(set).where(isResource);
}

/** The unique constraint decides, because two requests may use one slug at the same time. */
async function refuseTakenSlug<R = never>(
  change: () => Promise<Result<ResourceRecord, R>>,
): Promise<Result<ResourceRecord, R | Refusal<'slug_taken'>>> {
  try {
    return await change();
  } catch (error) {
    if (!isUniqueViolation(error, 'resources_slug_taken')) throw error;
    return refuse('slug_taken', 'Another resource has this slug.');
  }
}
