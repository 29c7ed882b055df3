import type { Result } from '@lodging/kernel';
import { namedStatement } from '@lodging/kit-postgres';
import type { Database, Tx } from '@lodging/kit-postgres';
import { refuseLocked } from '../resources/change-resource.ts';

interface TenantKey {
  readonly tenantId: string;
}

/** The lock of all rules of the tenant; it makes the row where there is none. */
const lockCatalog = namedStatement<TenantKey>(
  'catalog_lock',
  `INSERT INTO catalogs AS kept (tenant_id, version) VALUES ($tenantId, 0)
   ON CONFLICT (tenant_id) DO UPDATE SET version = kept.version`,
);
/** For a change that needs no row where there is none. */
const lockKeptCatalog = namedStatement<TenantKey>(
  'catalog_lock_kept',
  'SELECT FROM catalogs WHERE tenant_id = $tenantId FOR UPDATE',
);
const raiseVersion = namedStatement<TenantKey>(
  'catalog_raise',
  'UPDATE catalogs SET version = version + 1 WHERE tenant_id = $tenantId',
);

/** The statements after the lock see the writes of its previous holder. */
export function changeCatalog<T>(
  db: Database,
  tenantId: string,
  change: (tx: Tx) => Promise<Result<T>>,
): Promise<Result<T>> {
  return changeLocked(db, tenantId, async (tx) => {
    await tx.query(lockCatalog({ tenantId }));
    const changed = await change(tx);
    if (changed.ok) await tx.query(raiseVersion({ tenantId }));
    return changed;
  });
}

/** Nothing is written where there is nothing to change: the value is false then. */
export function changeKeptCatalog(
  db: Database,
  tenantId: string,
  change: (tx: Tx) => Promise<Result<boolean>>,
): Promise<Result<boolean>> {
  return changeLocked(db, tenantId, async (tx) => {
    await tx.query(lockKeptCatalog({ tenantId }));
    const changed = await change(tx);
    if (changed.ok && changed.value) await tx.query(raiseVersion({ tenantId }));
    return changed;
  });
}

function changeLocked<T>(
  db: Database,
  tenantId: string,
  change: (tx: Tx) => Promise<Result<T>>,
): Promise<Result<T>> {
  return refuseLocked(() => db.inTenant(tenantId, change), 'the rules of the tenant');
}
