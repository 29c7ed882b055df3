import { isUniqueViolation } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { eq } from 'drizzle-orm';
import type { OperatorRepository } from '../ports.ts';
import { operators, tenants } from './schema.ts';

export function createOperatorRepository(db: Database): OperatorRepository {
  return {
    async add(operator, passwordHash) {
      try {
        await db.inTenant(operator.tenantId, (tx) =>
          tx.orm.insert(operators).values({ ...operator, passwordHash }),
        );
        return true;
      } catch (error) {
        if (isUniqueViolation(error, 'operators_email_taken')) return false;
        throw error;
      }
    },
    findByEmail: (email) =>
      db.acrossTenants(async (tx) => {
        const [row] = await tx.orm
          .select()
          .from(operators)
          .innerJoin(tenants, eq(tenants.id, operators.tenantId))
          .where(eq(operators.email, email));
        if (row === undefined) return undefined;
        const { passwordHash, ...operator } = row.operators;
        const { sandboxId, suspendedAt } = row.tenants;
        return { operator, passwordHash, sandboxId, isTenantSuspended: suspendedAt !== null };
      }),
  };
}
