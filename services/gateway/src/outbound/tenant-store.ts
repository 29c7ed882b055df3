import { isUniqueViolation } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { eq } from 'drizzle-orm';
import type { TenantStore } from '../use-cases/ports.ts';
import { behind, inOrder } from './page-of.ts';
import { tenants } from './schema.ts';

export function tenantStore(db: Database): TenantStore {
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
      const rows = await db.inTenant(tenantId, (tx) =>
        tx.orm.select().from(tenants).where(eq(tenants.id, tenantId)),
      );
      return rows[0];
    },
    list: (page) =>
      db.acrossTenants((tx) =>
        tx.orm
          .select()
          .from(tenants)
          .where(behind(tenants, page))
          .orderBy(...inOrder(tenants))
          .limit(page.limit + 1),
      ),
  };
}
