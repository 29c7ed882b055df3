import { ok } from '@lodging/kernel';
import type { Page } from '@lodging/kernel';
import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import type { TaxRule as TaxRuleWire } from '@lodging/contract-inventory';
import { storedTaxRuleFromWire, taxRuleToWire } from '../../wire/rules.ts';
import type { TaxRuleRepository } from '../../ports/rules.ts';
import { changeCatalog, changeKeptCatalog } from './catalog-lock.ts';
import { codedPage, codedPageValues, positionColumn } from '../list-page.ts';

interface RuleKey {
  readonly tenantId: string;
  readonly code: string;
}
interface Row {
  readonly code: string;
  readonly body: TaxRuleWire;
}
interface ListedRow extends Row {
  readonly created_at: string;
}

const find = namedStatement<RuleKey>(
  'tax_rule_read',
  'SELECT body FROM tax_rules WHERE tenant_id = $tenantId AND code = $code',
);
const list = namedStatement<{ tenantId: string; afterCreatedAt: string; afterCode: string; limit: number }>(
  'tax_rules_list',
  `SELECT t.code, t.body, ${positionColumn('t')} FROM tax_rules t
   WHERE t.tenant_id = $tenantId AND (t.created_at, t.code) > ($afterCreatedAt::timestamptz, $afterCode::text)
   ORDER BY t.created_at, t.code LIMIT $limit`,
);
const findStored = namedStatement<RuleKey>(
  'tax_rule_stored',
  `SELECT (SELECT count(*)::int FROM tax_rules WHERE tenant_id = $tenantId) AS count,
     (SELECT body FROM tax_rules WHERE tenant_id = $tenantId AND code = $code) AS body`,
);
const upsert = namedStatement<RuleKey & { body: string; position: number; enabled: boolean }>(
  'tax_rule_put',
  `INSERT INTO tax_rules AS kept (tenant_id, code, body, position, enabled)
   VALUES ($tenantId, $code, $body, $position, $enabled)
   ON CONFLICT (tenant_id, code) DO UPDATE
     SET body = excluded.body, position = excluded.position, enabled = excluded.enabled, version = kept.version + 1`,
);
const remove = namedStatement<RuleKey>(
  'tax_rule_delete',
  'DELETE FROM tax_rules WHERE tenant_id = $tenantId AND code = $code RETURNING code',
);

export function createTaxRuleRepository(db: Database): TaxRuleRepository {
  return {
    async find(tenantId, key) {
      const [row] = await db.readInTenant<Row>(tenantId, find({ tenantId, code: key }));
      return row && storedTaxRuleFromWire(row.body);
    },
    list: (tenantId, page) => readPage(db, tenantId, page),
    put: (tenantId, code, decide) =>
      changeCatalog(db, tenantId, async (tx) => {
        const [stored] = await tx.query<{ count: number; body: TaxRuleWire | null }>(
          findStored({ tenantId, code }),
        );
        const rule = stored?.body ? storedTaxRuleFromWire(stored.body) : undefined;
        const decided = decide({ rule, count: stored?.count ?? 0 });
        if (!decided.ok) return decided;
        const { position, enabled } = decided.value;
        const body = JSON.stringify(taxRuleToWire(decided.value));
        await tx.query(upsert({ tenantId, code, body, position, enabled }));
        return decided;
      }),
    delete: (tenantId, code) =>
      changeKeptCatalog(db, tenantId, async (tx) =>
        ok((await tx.query(remove({ tenantId, code }))).length > 0),
      ),
  };
}

async function readPage(db: Database, tenantId: string, page: Page<string>) {
  const statement = list({ tenantId, ...codedPageValues(page) });
  const rows = await db.readInTenant<ListedRow>(tenantId, statement);
  return codedPage(rows, page.limit, ({ body }) => storedTaxRuleFromWire(body));
}
