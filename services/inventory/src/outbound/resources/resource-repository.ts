import { keysetValues, ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { and, eq, isUniqueViolation } from '@lodging/kit-postgres';
import type { Database, LimitedRows, Tx } from '@lodging/kit-postgres';
import type { KnownPolicies } from '../../domain/rules/cancellation-policy.ts';
import type { LiveClaims } from '../../domain/claims/check-units.ts';
import type {
  NewResource,
  ResourceChanges,
  ResourceRecord,
  ResourceRepository,
} from '../../ports/resources.ts';
import { changeResource, readChangedResource, refuseLocked } from './change-resource.ts';
import { creationsOf, lockAndCountOnSale, resourceLimit } from './creation-lock.ts';
import { lockLiveClaims } from '../claims/live-claims.ts';
import { findNamedPolicies } from '../rules/policy-statements.ts';
import { EMPTY_PAGE, sizedListPage } from '../list-page.ts';
import { countUnitsForSale, findRecord, listRecords, readListed, readRecord } from './resource-statements.ts';
import type { ListedRow, RecordRow } from './resource-statements.ts';
import { resources } from '../schema.ts';

export function createResourceRepository(db: Database, creations: LimitedRows): ResourceRepository {
  return {
    insert: (tenantId, policyCodes, decide) =>
      refuseTakenSlug<Refusal>(() =>
        refuseLocked(
          () =>
            creations.create(resourceLimit(tenantId), (tx, onSale) =>
              insert(tx, tenantId, policyCodes, (policies) => decide(policies, onSale)),
            ),
          'the rules of the tenant',
        ),
      ),
    async find(tenantId, resourceId) {
      const [row] = await db.readInTenant<RecordRow>(tenantId, findRecord({ tenantId, resourceId }));
      return row === undefined ? undefined : readRecord(row);
    },
    async list(tenantId, page) {
      const values = keysetValues(page);
      if (values === undefined) return EMPTY_PAGE;
      const rows = await db.readInTenant<ListedRow>(
        tenantId,
        listRecords({ tenantId, archived: page.archived, ...values }),
      );
      return sizedListPage(rows, page.limit, readListed);
    },
    countUnitsForSale: (tenantId) => readUnitsForSale(db, tenantId),
    update: (tenantId, resourceId, policyCodes, read, decide) => {
      let claims: LiveClaims | undefined;
      const change = {
        tenantId,
        resourceId,
        policyCodes,
        prepare: async (tx: Tx) => {
          claims = await lockLiveClaims(tx, { tenantId, resourceId }, read.units);
        },
        load: async (tx: Tx) => ({
          claims,
          onSale: read.onSale ? await lockAndCountOnSale(tx, tenantId) : undefined,
        }),
        decide,
        write: (tx: Tx, changes: ResourceChanges) => update(tx, tenantId, resourceId, changes),
      };
      const changeIt = () =>
        changeResource(db, change, (tx) => readChangedResource(tx, tenantId, resourceId));
      return refuseTakenSlug<Refusal>(() =>
        read.onSale ? refuseLocked(() => creations.inTurn(creationsOf(tenantId), changeIt)) : changeIt(),
      );
    },
  };
}

async function readUnitsForSale(db: Database, tenantId: string): Promise<number> {
  const [row] = await db.readInTenant<{ units: number }>(tenantId, countUnitsForSale({ tenantId }));
  return row?.units ?? 0;
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
