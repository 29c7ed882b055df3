import type { Clock } from '@lodging/kernel';
import { eq, namedStatement, selectList } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import type { AccountRepository, PaymentAccount } from '../../ports/accounts.ts';
import { accounts } from '../schema.ts';

const find = namedStatement<{ tenantId: string }>(
  'account_find',
  `SELECT ${selectList(accounts, { except: ['tenantId', 'provider', 'updatedAt'] })}
   FROM accounts WHERE tenant_id = $tenantId`,
);

export function createAccountRepository(db: Database, clock: Clock): AccountRepository {
  return {
    async find(tenantId) {
      const rows = await db.readInTenant<PaymentAccount>(tenantId, find({ tenantId }));
      return rows[0];
    },
    async set(tenantId, { accountId, redirectOrigins }) {
      const values = { provider: 'stripe', accountId, updatedAt: clock.now() };
      const origins = redirectOrigins === undefined ? {} : { redirectOrigins: [...redirectOrigins] };
      const [account] = await db.inTenant(tenantId, (tx) =>
        tx.orm
          .insert(accounts)
          .values({ tenantId, redirectOrigins: [], ...values, ...origins })
          .onConflictDoUpdate({ target: accounts.tenantId, set: { ...values, ...origins } })
          .returning({ accountId: accounts.accountId, redirectOrigins: accounts.redirectOrigins }),
      );
      if (account === undefined) throw new Error('the statement answers the row that it wrote');
      return account;
    },
    async remove(tenantId) {
      const removed = await db.inTenant(tenantId, (tx) =>
        tx.orm.delete(accounts).where(eq(accounts.tenantId, tenantId)).returning({ id: accounts.tenantId }),
      );
      return removed.length > 0;
    },
  };
}
