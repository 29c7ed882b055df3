import { eq, isUniqueViolation } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import type { TenantRepository } from '../../ports/tenants.ts';
import { insertAuditEntry } from '../audit/audit-rows.ts';
import { byCreation, isAfter } from '../page-query.ts';
import { tenants } from '../schema.ts';

export function createTenantRepository(db: Database): TenantRepository {
  return {
    async find(tenantId) {
      const [tenant] = await db.inTenant(tenantId, (tx) =>
        tx.orm.select().from(tenants).where(eq(tenants.id, tenantId)),
      );
      return tenant;
    },
    async add(tenant, entry) {
      try {
        await db.inTenant(tenant.id, async (tx) => {
          await tx.orm.insert(tenants).values(tenant);
          await insertAuditEntry(tx, entry);
        });
        return true;
      } catch (error) {
        if (isUniqueViolation(error, 'tenants_slug_taken')) return false;
        throw error;
      }
    },
    change: (tenantId, decide) =>
      db.inTenant(tenantId, async (tx) => {
        const isTenant = eq(tenants.id, tenantId);
        const [tenant] = await tx.orm.select().from(tenants).where(isTenant).for('update');
        if (tenant === undefined) return undefined;
        const { next, entry } = decide(tenant);
        if (entry === undefined) return next;
        const { id: _id, sandboxId: _sandboxId, createdAt: _createdAt, ...columns } = next;
        await tx.orm.update(tenants).set(columns).where(isTenant);
        await insertAuditEntry(tx, entry);
        return next;
      }),
    list: (page) =>
      db.acrossTenants((tx) =>
        tx.orm
          .select()
          .from(tenants)
          .where(isAfter(tenants, page))
          .orderBy(...byCreation(tenants))
          .limit(page.limit + 1),
      ),
  };
}
