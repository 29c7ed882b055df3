import { instant } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { eq } from 'drizzle-orm';
import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Accounts } from '../use-cases/ports.ts';

const accounts = pgTable('accounts', {
  tenantId: uuid('tenant_id').primaryKey(),
  provider: text('provider').notNull(),
  accountId: text('account_id').notNull(),
  redirectOrigins: text('redirect_origins').array().notNull(),
  updatedAt: instant('updated_at').notNull(),
});

const FIND = 'SELECT account_id, redirect_origins FROM accounts WHERE tenant_id = $1';

export function accountStore(db: Database, now: () => Temporal.Instant): Accounts {
  return {
    async find(tenantId) {
      const rows = await db.readInTenant<{ account_id: string; redirect_origins: string[] }>(tenantId, {
        name: 'account_find',
        text: FIND,
        values: [tenantId],
      });
      const row = rows[0];
      return row && { accountId: row.account_id, redirectOrigins: row.redirect_origins };
    },
    async set(tenantId, account) {
      const values = {
        provider: 'stripe',
        accountId: account.accountId,
        redirectOrigins: [...account.redirectOrigins],
        updatedAt: now(),
      };
      await db.inTenant(tenantId, (tx) =>
        tx.orm
          .insert(accounts)
          .values({ tenantId, ...values })
          .onConflictDoUpdate({ target: accounts.tenantId, set: values }),
      );
    },
    async remove(tenantId) {
      const removed = await db.inTenant(tenantId, (tx) =>
        tx.orm.delete(accounts).where(eq(accounts.tenantId, tenantId)).returning({ id: accounts.tenantId }),
      );
      return removed.length > 0;
    },
  };
}
