import { refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { isLockTimeout } from '@lodging/kit-postgres';
import type { Database, Tx } from '@lodging/kit-postgres';
import type { ResourceRecord } from '../use-cases/ports.ts';
import { readRecord, RECORD_BY_ID } from './resource-sql.ts';
import type { RecordRow } from './resource-sql.ts';

/** Claims refer to the row with a weaker lock, so they never wait for this one. */
const LOCK = `SELECT 1 FROM resources WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE`;
const BUMP = `UPDATE resources SET config_version = config_version + 1 WHERE tenant_id = $1 AND id = $2`;

interface Change<T> {
  readonly tenantId: string;
  readonly resourceId: string;
  readonly decide: (resource: ResourceRecord | undefined) => Result<T>;
  readonly write: (tx: Tx, value: T) => Promise<unknown>;
}

/** `answer` reads what the caller is told, after the write and within its transaction. */
export function changeResource<T, A>(
  db: Database,
  { tenantId, resourceId, decide, write }: Change<T>,
  answer: (tx: Tx) => Promise<A>,
): Promise<Result<A>> {
  const values = [tenantId, resourceId];
  return unlessLocked(() =>
    db.inTenant(tenantId, async (tx): Promise<Result<A>> => {
      await tx.query({ name: 'resource_lock', text: LOCK, values });
      // A statement of its own: only one that begins behind the lock sees what the last holder wrote.
      const decided = decide(await readResource(tx, tenantId, resourceId));
      if (!decided.ok) return decided;
      await write(tx, decided.value);
      await tx.query({ name: 'resource_bump', text: BUMP, values });
      return { ok: true, value: await answer(tx) };
    }),
  );
}

/** A change of many resources may take longer than another may wait for one of them. */
export async function unlessLocked<T>(change: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await change();
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    const detail = 'Another request is changing the resource.';
    return refuse('resource_locked', detail, { retryAfterSeconds: 1 });
  }
}

export async function readResource(
  tx: Tx,
  tenantId: string,
  resourceId: string,
): Promise<ResourceRecord | undefined> {
  const [row] = await tx.query<RecordRow>({
    name: 'resource_read',
    text: RECORD_BY_ID,
    values: [tenantId, resourceId],
  });
  return row === undefined ? undefined : readRecord(row);
}

/** After a change that was not refused, the resource is there. */
export async function readChanged(tx: Tx, tenantId: string, resourceId: string): Promise<ResourceRecord> {
  const found = await readResource(tx, tenantId, resourceId);
  if (found === undefined) throw new Error(`resource ${resourceId} was changed and is not there`);
  return found;
}
