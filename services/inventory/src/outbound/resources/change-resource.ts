import { refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { isLockTimeout, namedStatement } from '@lodging/kit-postgres';
import type { Database, Tx } from '@lodging/kit-postgres';
import { LockTimeout } from '@lodging/kit-runtime';
import type { KnownPolicies } from '../../domain/rules/cancellation-policy.ts';
import type { DecideStored, ResourceRecord } from '../../ports/resources.ts';
import { findNamedPolicies } from '../rules/policy-statements.ts';
import { findRecord, readRecord } from './resource-statements.ts';
import type { RecordRow, ResourceKey } from './resource-statements.ts';

/** NO KEY, because inserting a claim locks the row with FOR KEY SHARE and must not wait for this lock. */
const lock = namedStatement<ResourceKey>(
  'resource_lock',
  'SELECT 1 FROM resources WHERE tenant_id = $tenantId AND id = $resourceId FOR NO KEY UPDATE',
);
const incrementVersion = namedStatement<ResourceKey>(
  'resource_bump',
  'UPDATE resources SET config_version = config_version + 1 WHERE tenant_id = $tenantId AND id = $resourceId',
);

interface Change<T, Stored> extends ResourceKey {
  /** Of the policies that the change names. */
  readonly policyCodes?: readonly string[];
  /** Runs before the row is locked. */
  readonly prepare?: (tx: Tx) => Promise<unknown>;
  /** Further conditions of the change, read under the lock of the row. */
  readonly load: (tx: Tx) => Promise<Stored>;
  readonly decide: (
    resource: ResourceRecord | undefined,
    policies: KnownPolicies,
    stored: Stored,
  ) => Result<T>;
  readonly write: (tx: Tx, value: T) => Promise<unknown>;
}

/** Decides and writes a change of one resource under the lock of its row; `read` then reads the result in the transaction. */
export function changeResource<T, Stored, Changed>(
  db: Database,
  { tenantId, resourceId, policyCodes = [], prepare, load, decide, write }: Change<T, Stored>,
  read: (tx: Tx) => Promise<Changed>,
): Promise<Result<Changed>> {
  return refuseLocked(() =>
    db.inTenant(tenantId, async (tx): Promise<Result<Changed>> => {
      await prepare?.(tx);
      const policies = await findNamedPolicies(tx, tenantId, policyCodes);
      await tx.query(lock({ tenantId, resourceId }));
      // Separate statements: only those that begin after the lock see the writes of the previous holder.
      const [resource, stored] = await Promise.all([readResource(tx, tenantId, resourceId), load(tx)]);
      const decided = decide(resource, policies, stored);
      if (!decided.ok) return decided;
      await write(tx, decided.value);
      await tx.query(incrementVersion({ tenantId, resourceId }));
      return { ok: true, value: await read(tx) };
    }),
  );
}

/** Of a change that is decided by the resource and the policies alone. */
export const loadNothing = (): Promise<undefined> => Promise.resolve(undefined);

/** Of a change that names no policy. */
export function withStored<T, Stored>(
  decide: DecideStored<T, Stored>,
): (resource: ResourceRecord | undefined, policies: KnownPolicies, stored: Stored) => Result<T> {
  return (resource, _policies, stored) => decide(resource, stored);
}

/** A change of many resources may last longer than the lock timeout of another request. */
export async function refuseLocked<T>(
  change: () => Promise<Result<T>>,
  changed = 'the resource',
): Promise<Result<T>> {
  try {
    return await change();
  } catch (error) {
    if (!isLockTimeout(error) && !(error instanceof LockTimeout)) throw error;
    const detail = `Another request is changing ${changed}.`;
    return refuse('resource_locked', detail, { retryAfterSeconds: 1 });
  }
}

async function readResource(
  tx: Tx,
  tenantId: string,
  resourceId: string,
): Promise<ResourceRecord | undefined> {
  const [row] = await tx.query<RecordRow>(findRecord({ tenantId, resourceId }));
  return row === undefined ? undefined : readRecord(row);
}

/** For a resource that the transaction has written. */
export async function readChangedResource(
  tx: Tx,
  tenantId: string,
  resourceId: string,
): Promise<ResourceRecord> {
  const found = await readResource(tx, tenantId, resourceId);
  if (found === undefined) throw new Error(`resource ${resourceId} was changed but could not be read`);
  return found;
}
