import { isUniqueViolation } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { eq } from 'drizzle-orm';
import type { TenantRepository } from '../ports.ts';
import { byCreation, isAfter } from './page-query.ts';
import { tenants } from './schema.ts';

export function createTenantRepository(db: Database): TenantRepository {
  return {
    async add(tenant) {
      try {
        await db.inTenant(tenant.id, (tx) => tx.orm.insert(tenants).values(tenant));
        return true;
      } catch (error) {
        if (isUniqueViolation(error, 'tenants_slug_taken')) return false;
        throw error;
      }
    },
    async find(tenantId) {
      const [tenant] = await db.inTenant(tenantId, (tx) =>
        tx.orm.select().from(tenants).where(eq(tenants.id, tenantId)),
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
