import { claimMendRequest, recoveryQuery, recoveryRequest } from '@lodging/contract-public';
import { createdFields } from '../../domain/audit.ts';
import type { Deed } from '../../domain/audit.ts';
import { auditedCall } from '../../use-cases/audited-call.ts';
import { recover } from '../../use-cases/recover.ts';
import { reportRecovery } from '../../use-cases/report-recovery.ts';
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
    path: PATH,
    status: 200,
    timeoutMs: TIMEOUT_MS,
    query: recoveryQuery,
    run: (deps, ctx, { query: { since } }) => reportRecovery(deps, ctx, since),
    toWire: withUnreachable,
  }),
  adminRoute({
    method: 'POST',
    path: PATH,
    status: 200,
    timeoutMs: TIMEOUT_MS,
    body: recoveryRequest,
    run(deps, ctx, { body }) {
      const changes = [{ field: 'since', before: null, after: body.since }];
      const deed: Deed = { tenantId: null, action: 'recovery.made', target: null, changes };
      return auditedCall(deps, ctx.source, deed, { call: () => recover(deps, ctx, body) });
    },
    toWire: withUnreachable,
  }),
  adminRoute({
    method: 'POST',
    path: `${PATH}/claims`,
    status: 200,
    timeoutMs: CLAIM_TIMEOUT_MS,
    body: claimMendRequest,
    run(deps, ctx, { body: { tenantId, bookingId } }) {
      const target = { kind: 'booking', id: bookingId };
      const deed: Deed = { tenantId, action: 'claim.mended', target, changes: [] };
      return auditedCall(deps, ctx.source, deed, {
        async call() {
          const mended = await deps.reservations.mendClaim({ ...ctx, tenantId }, bookingId);
          return mended.ok ? { ...mended, replayed: mended.value.claim === 'unchanged' } : mended;
        },
        learn: ({ value: { claim } }) => ({ changes: createdFields({ claim }) }),
      });
    },
  }),
];
