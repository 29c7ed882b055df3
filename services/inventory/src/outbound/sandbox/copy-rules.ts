import { and, eq, max } from '@lodging/kit-postgres';
import { copiedScope } from '../../domain/sandbox/copied-ids.ts';
import type { SandboxTransfer } from './copy-rows.ts';
import { cancellationPolicies, taxRules } from '../schema.ts';

/** The current versions. One whose number a deleted policy of the sandbox has had goes on counting from that. */
export async function copyPolicies({ live, liveId, sandbox, sandboxId }: SandboxTransfer): Promise<number> {
  const table = cancellationPolicies;
  const current = await live.orm
    .select()
    .from(table)
    .where(and(eq(table.tenantId, liveId), table.isCurrent));
  if (current.length === 0) return 0;
  const former = await sandbox.orm
    .select({ code: table.code, last: max(table.version) })
    .from(table)
    .where(eq(table.tenantId, sandboxId))
    .groupBy(table.code);
  const lastOf = new Map(former.map(({ code, last }) => [code, last ?? 0]));
  const copies = current.map((policy) => {
    const version = Math.max(policy.version, (lastOf.get(policy.code) ?? 0) + 1);
    return { ...policy, tenantId: sandboxId, version, body: { ...policy.body, version } };
  });
  await sandbox.orm.insert(table).values(copies);
  return copies.length;
}

/** After the resources: rules name them. */
export async function copyTaxRules(transfer: SandboxTransfer): Promise<number> {
  const { live, liveId, sandbox, sandboxId, ids } = transfer;
  const rules = await live.orm.select().from(taxRules).where(eq(taxRules.tenantId, liveId));
  if (rules.length === 0) return 0;
  const copies = rules.map((rule) => {
    const { appliesTo } = rule.body;
    const scope = appliesTo === null ? null : copiedScope(appliesTo, ids);
    return { ...rule, tenantId: sandboxId, body: { ...rule.body, appliesTo: scope } };
  });
  await sandbox.orm.insert(taxRules).values(copies);
  return copies.length;
}
