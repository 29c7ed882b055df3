import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { isUniqueViolation } from '@lodging/kit-postgres';
import type { Database, Tx } from '@lodging/kit-postgres';
import { and, eq } from 'drizzle-orm';
import type { ResourceChanges, ResourceRecord, Resources } from '../use-cases/ports.ts';
import { changeResource, readChanged } from './change-resource.ts';
import { NO_PAGE, pageOf, pageValues } from './page.ts';
import { readRecord, RECORD, RECORD_BY_ID } from './resource-sql.ts';
import type { RecordRow } from './resource-sql.ts';
import { resources } from './schema.ts';

const LIST = `
  ${RECORD} WHERE r.tenant_id = $1 AND (r.created_at, r.id) > ($2::timestamptz, $3::uuid)
  ORDER BY r.created_at, r.id LIMIT $4`;

export function createResourceStore(db: Database): Resources {
  return {
    add: (tenantId, resource) =>
      unlessSlugTaken(() =>
        db.inTenant(tenantId, async (tx) => {
          await tx.orm
            .insert(resources)
            .values({ tenantId, ...resource, photoUrls: [...resource.photoUrls] });
          return ok(await readChanged(tx, tenantId, resource.id));
        }),
      ),
    async read(tenantId, resourceId) {
      const statement = { name: 'resource_read', text: RECORD_BY_ID, values: [tenantId, resourceId] };
      const [row] = await db.readInTenant<RecordRow>(tenantId, statement);
      return row === undefined ? undefined : readRecord(row);
    },
    async list(tenantId, page) {
      const values = pageValues(page);
      if (values === undefined) return NO_PAGE;
      const statement = { name: 'resources_list', text: LIST, values: [tenantId, ...values] };
      return pageOf(await db.readInTenant<RecordRow>(tenantId, statement), page.limit, readRecord);
    },
    change: (tenantId, resourceId, decide) => {
      const write = (tx: Tx, changes: ResourceChanges) => update(tx, tenantId, resourceId, changes);
      return unlessSlugTaken<Refusal>(() =>
        changeResource(db, { tenantId, resourceId, decide, write }, (tx) =>
          readChanged(tx, tenantId, resourceId),
        ),
      );
    },
  };
}

async function update(
  tx: Tx,
  tenantId: string,
  resourceId: string,
  { photoUrls, ...changes }: ResourceChanges,
): Promise<void> {
  const set = { ...changes, ...(photoUrls && { photoUrls: [...photoUrls] }) };
  if (Object.keys(set).length === 0) return;
  const one = and(eq(resources.tenantId, tenantId), eq(resources.id, resourceId));
  await tx.orm.update(resources).set(set).where(one);
}

/** Only the database can tell: two requests may ask for one slug at the same time. */
async function unlessSlugTaken<R = never>(
  change: () => Promise<Result<ResourceRecord, R>>,
): Promise<Result<ResourceRecord, R | Refusal<'slug_taken'>>> {
  try {
    return await change();
  } catch (error) {
    if (!isUniqueViolation(error, 'resources_slug_taken')) throw error;
    return refuse('slug_taken', 'Another resource has this slug.');
  }
}
