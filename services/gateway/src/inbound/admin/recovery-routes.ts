import { claimRepairRequest, erasuresQuery, recoveryQuery, recoveryRequest } from '@lodging/contract-public';
import { createdFields } from '../../domain/audit/audit.ts';
import type { AuditAction } from '../../domain/audit/audit.ts';
import { auditedCall } from '../../use-cases/audit/audited-call.ts';
import { listErasures } from '../../use-cases/ops/list-erasures.ts';
import { recover } from '../../use-cases/ops/recover.ts';
import { reportRecovery } from '../../use-cases/ops/report-recovery.ts';
import { adminRoute } from './admin-route.ts';
import type { AdminRoute } from './admin-route.ts';

const PATH = '/admin/v1/recovery';
/** Streams are read, message by message. */
const TIMEOUT_MS = 60_000;
/** Two requests to inventory, which may wait for a lock. */
const CLAIM_TIMEOUT_MS = 12_000;

const withUnreachable = <T extends { unreached: readonly unknown[] }>({ unreached, ...value }: T) => ({
  ...value,
  unreachable: unreached,
});

export const recoveryRoutes: readonly AdminRoute[] = [
  adminRoute({
    method: 'GET',
    path: '/admin/v1/erasures',
    scope: 'read',
    status: 200,
    timeoutMs: TIMEOUT_MS,
    query: erasuresQuery,
    run: (deps, ctx, { query: { since } }) => listErasures(deps, ctx, since),
    toWire: withUnreachable,
  }),
  adminRoute({
    method: 'GET',
    path: PATH,
    scope: 'read',
    status: 200,
    timeoutMs: TIMEOUT_MS,
    query: recoveryQuery,
    run: (deps, ctx, { query: { since } }) => reportRecovery(deps, ctx, since),
    toWire: withUnreachable,
  }),
  adminRoute({
    method: 'POST',
    path: PATH,
    scope: 'recovery',
    status: 200,
    timeoutMs: TIMEOUT_MS,
    body: recoveryRequest,
    run(deps, ctx, { body }) {
      const changes = [{ field: 'since', before: null, after: body.since }];
      const auditAction: AuditAction = { tenantId: null, action: 'recovery.made', target: null, changes };
      return auditedCall(deps, ctx.source, auditAction, { call: () => recover(deps, ctx, body) });
    },
    toWire: withUnreachable,
  }),
  adminRoute({
    method: 'POST',
    path: `${PATH}/claims`,
    scope: 'recovery',
    status: 200,
    timeoutMs: CLAIM_TIMEOUT_MS,
    body: claimRepairRequest,
    run(deps, ctx, { body: { tenantId, bookingId } }) {
      const target = { kind: 'booking', id: bookingId };
      const auditAction: AuditAction = { tenantId, action: 'claim.repaired', target, changes: [] };
      return auditedCall(deps, ctx.source, auditAction, {
        async call() {
          const repaired = await deps.reservations.repairClaim({ ...ctx, tenantId }, bookingId);
          return repaired.ok ? { ...repaired, replayed: repaired.value.claim === 'unchanged' } : repaired;
        },
        learn: ({ value: { claim } }) => ({ changes: createdFields({ claim }) }),
      });
    },
  }),
];
