import { ownerOf } from '@lodging/kit-runtime';
import type { RequestContext } from '@lodging/kit-runtime';
import type { AuditSource } from '../../domain/audit/audit.ts';
import type { GatewayDeps } from '../../ports/deps.ts';
import { auditEntry } from '../audit/audit-entry.ts';

export type EndOwnSessionsDeps = Pick<GatewayDeps, 'operators' | 'clock' | 'newId'>;

/** Live and sandbox, of every kind. An operator who was removed meanwhile has none. */
export async function endOwnSessions(
  deps: EndOwnSessionsDeps,
  ctx: Pick<RequestContext, 'caller' | 'tenantId'>,
  source: AuditSource,
): Promise<void> {
  const [tenantId, { operatorId = '' }] = [ownerOf(ctx), ctx.caller];
  await deps.operators.endSessions(tenantId, operatorId, ({ endedSessions }) =>
    auditEntry(deps, source, {
      tenantId,
      action: 'operator.signed_out',
      target: { kind: 'operator', id: operatorId },
      changes: [{ field: 'sessions', before: endedSessions, after: 0 }],
    }),
  );
}
