import type { CancellationPolicy as PolicyWire } from '@lodging/contract-inventory';
import { ok } from '@lodging/kernel';
import type { Page } from '@lodging/kernel';
import { namedStatement } from '@lodging/kit-postgres';
import type { Database, Tx } from '@lodging/kit-postgres';
import type { SoldAs, StoredPolicy, TenantPolicy } from '../../domain/rules/cancellation-policy.ts';
import { storedPolicyFromWire, policyToWire } from '../../wire/rules.ts';
import type { PolicyRepository } from '../../ports/rules.ts';
import { changeCatalog, changeKeptCatalog } from './catalog-lock.ts';
import { codedPage, codedPageValues, positionColumn } from '../list-page.ts';

interface PolicyKey {
  readonly tenantId: string;
  readonly code: string;
}
interface Row {
  readonly code: string;
  readonly body: PolicyWire;
}
interface ListedRow extends Row {
  readonly created_at: string;
}

const find = namedStatement<PolicyKey>(
  'cancellation_policy_read',
  'SELECT body FROM cancellation_policies WHERE tenant_id = $tenantId AND code = $code AND is_current',
);
const list = namedStatement<{ tenantId: string; afterCreatedAt: string; afterCode: string; limit: number }>(
  'cancellation_policies_list',
  `SELECT t.code, t.body, ${positionColumn('t', 'listed_at')} FROM cancellation_policies t
   WHERE t.tenant_id = $tenantId AND t.is_current
     AND (t.listed_at, t.code) > ($afterCreatedAt::timestamptz, $afterCode::text)
   ORDER BY t.listed_at, t.code LIMIT $limit`,
);
/** The code as it is shown is the same in all that names the policy. */
const findStored = namedStatement<PolicyKey>(
  'cancellation_policy_stored',
  `WITH kept AS (SELECT version, body, is_current FROM cancellation_policies WHERE tenant_id = $tenantId AND code = $code),
     named AS (SELECT body->>'code' AS code FROM kept WHERE is_current)
   SELECT (SELECT count(*)::int FROM cancellation_policies WHERE tenant_id = $tenantId AND is_current) AS count,
     (SELECT body FROM kept WHERE is_current) AS body,
     (SELECT coalesce(max(version), 0) FROM kept) AS "lastVersion",
     coalesce((SELECT json_agg(DISTINCT jsonb_build_object('currency', used.currency, 'isGeneric', used.generic)) FROM (
       SELECT r.currency, false AS generic FROM named JOIN rate_plans p
         ON p.tenant_id = $tenantId AND p.cancellation_policy_code = named.code
         JOIN resources r ON r.tenant_id = $tenantId AND r.id = p.resource_id
       UNION
       SELECT r.currency, true FROM named JOIN resources r
         ON r.tenant_id = $tenantId AND r.cancellation_policy_code = named.code) used), '[]') AS "soldAs"`,
);
const retire = namedStatement<PolicyKey>(
  'cancellation_policy_retire',
  'UPDATE cancellation_policies SET is_current = false WHERE tenant_id = $tenantId AND code = $code AND is_current',
);
/** A changed policy keeps its place in the list. */
const insert = namedStatement<PolicyKey & { version: number; body: string; replaces: number | null }>(
  'cancellation_policy_put',
  `INSERT INTO cancellation_policies (tenant_id, code, version, body, listed_at)
   VALUES ($tenantId, $code, $version, $body, coalesce((
     SELECT listed_at FROM cancellation_policies
     WHERE tenant_id = $tenantId AND code = $code AND version = $replaces::int), now()))`,
);

/** The version stays: what is sold under a policy does not say whether it was the default. */
const mark = namedStatement<PolicyKey & { readonly isDefault: boolean }>(
  'cancellation_policy_mark',
  `UPDATE cancellation_policies SET body = jsonb_set(body, '{default}', to_jsonb($isDefault::boolean))
   WHERE tenant_id = $tenantId AND code = $code AND is_current`,
);
const unmarkOthers = namedStatement<PolicyKey>(
  'cancellation_policies_unmark',
  `UPDATE cancellation_policies SET body = jsonb_set(body, '{default}', 'false')
   WHERE tenant_id = $tenantId AND code <> $code AND is_current AND body->>'default' = 'true'`,
);

interface StoredRow {
  readonly count: number;
  readonly body: PolicyWire | null;
  readonly lastVersion: number;
  readonly soldAs: readonly SoldAs[];
}

export function createPolicyRepository(db: Database): PolicyRepository {
  return {
    async find(tenantId, code) {
      const [row] = await db.readInTenant<Row>(tenantId, find({ tenantId, code }));
      return row && storedPolicyFromWire(row.body);
    },
    list: (tenantId, page) => readPage(db, tenantId, page),
    put: (tenantId, code, decide) =>
      changeCatalog(db, tenantId, async (tx) => {
        const stored = await readStored(tx, { tenantId, code });
        const decided = decide(stored);
        if (decided.ok && decided.value !== stored.current)
          await save(tx, { tenantId, code }, stored.current, decided.value);
        return decided;
      }),
    delete: (tenantId, code, decide) =>
      changeKeptCatalog(db, tenantId, async (tx) => {
        const stored = await readStored(tx, { tenantId, code });
        if (stored.current === undefined) return ok(false);
        const decided = decide(stored);
        if (!decided.ok) return decided;
        await tx.query(retire({ tenantId, code }));
        return ok(true);
      }),
  };
}

async function readStored(tx: Tx, key: PolicyKey): Promise<StoredPolicy & { readonly count: number }> {
  const [row] = await tx.query<StoredRow>(findStored(key));
  if (row === undefined) throw new Error('a statement without a FROM returned no row');
  const { body, ...rest } = row;
  return { ...rest, current: body === null ? undefined : storedPolicyFromWire(body) };
}

async function save(
  tx: Tx,
  key: PolicyKey,
  current: TenantPolicy | undefined,
  next: TenantPolicy,
): Promise<void> {
  const { isDefault } = next;
  if (isDefault) await tx.query(unmarkOthers(key));
  if (next.version === current?.version) {
    await tx.query(mark({ ...key, isDefault }));
    return;
  }
  if (current !== undefined) await tx.query(retire(key));
  const { version } = next;
  const body = JSON.stringify(policyToWire(next));
  await tx.query(insert({ ...key, version, body, replaces: current?.version ?? null }));
}

async function readPage(db: Database, tenantId: string, page: Page<string>) {
  const statement = list({ tenantId, ...codedPageValues(page) });
  const rows = await db.readInTenant<ListedRow>(tenantId, statement);
  return codedPage(rows, page.limit, ({ body }) => storedPolicyFromWire(body));
}
