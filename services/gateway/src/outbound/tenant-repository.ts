import { isUniqueViolation } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { eq } from 'drizzle-orm';
import type { TenantRepository } from '../ports.ts';
import { byCreation, isAfter } from './page-query.ts';
import { tenants } from './schema.ts';

export function createTenantRepository(db: Database): TenantRepository {
  const find = async (tenantId: string) => {
    const [tenant] = await db.inTenant(tenantId, (tx) =>
      tx.orm.select().from(tenants).where(eq(tenants.id, tenantId)),
    );
    return tenant;
  };
  return {
    find,
    async add(tenant) {
      try {
        await db.inTenant(tenant.id, (tx) => tx.orm.insert(tenants).values(tenant));
        return true;
      } catch (error) {
        if (isUniqueViolation(error, 'tenants_slug_taken')) return false;
        throw error;
      }
    },
    async setLimits(tenantId, changes) {
      if (Object.values(changes).every((limit) => limit === undefined)) return find(tenantId);
      const [tenant] = await db.inTenant(tenantId, (tx) =>
        tx.orm.update(tenants).set(changes).where(eq(tenants.id, tenantId)).returning(),
      );
      return tenant;
    },
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
