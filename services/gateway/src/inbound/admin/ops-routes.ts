import { deadLettersQuery, dismissalBody } from '@lodging/contract-public';
import { ok } from '@lodging/kernel';
import type { AuditAction } from '../../domain/audit/audit.ts';
import { auditedCall } from '../../use-cases/audit/audited-call.ts';
import { callDeadLetterOwner } from '../../use-cases/ops/call-dead-letter-owner.ts';
import { collectFromServices } from '../../use-cases/ops/collect-from-services.ts';
import { listDeadLetters } from '../../use-cases/ops/list-dead-letters.ts';
import { readHealth } from '../../use-cases/ops/read-health.ts';
import { creationOrder, readPage } from '../cursor.ts';
import { adminRoute } from './admin-route.ts';
import type { AdminRoute } from './admin-route.ts';
import { backlogToWire, deadLetterToWire, healthToWire } from '../../wire/ops.ts';

const DEAD_LETTERS = '/admin/v1/dead-letters';
const DEAD_LETTER = `${DEAD_LETTERS}/{deadLetterId}`;
const scope = { list: 'dead-letters', tenantId: 'platform' };

export const opsRoutes: readonly AdminRoute[] = [
  adminRoute({
    method: 'GET',
    path: '/admin/v1/health',
    scope: 'read',
    status: 200,
    run: async (deps, ctx) => ok(await readHealth(deps, ctx)),
    toWire: healthToWire,
  }),
  adminRoute({
    method: 'GET',
    path: '/admin/v1/outbox',
    scope: 'read',
    status: 200,
    run: async (deps, ctx) => ok(await collectFromServices(deps, (service) => service.reportBacklog(ctx))),
    toWire: backlogToWire,
  }),
  adminRoute({
    method: 'GET',
    path: DEAD_LETTERS,
    scope: 'read',
    status: 200,
    query: deadLettersQuery,
    async run(deps, ctx, { query: { cursor, limit, ...filter } }) {
      const { cursors } = deps;
      const page = readPage({ cursor, limit }, creationOrder, (given) => cursors.verify(scope, given));
      if (!page.ok) return page;
      const { deadLetters, hasMore, unreached } = await listDeadLetters(deps, ctx, {
        ...filter,
        ...page.value,
      });
      const last = deadLetters.at(-1);
      const nextCursor =
        hasMore && last !== undefined
          ? cursors.sign(scope, creationOrder.write({ createdAt: last.diedAt, id: last.id }))
          : null;
      return ok({ deadLetters: deadLetters.map(deadLetterToWire), nextCursor, unreachable: unreached });
    },
  }),
  adminRoute({
    method: 'GET',
    path: DEAD_LETTER,
    scope: 'read',
    status: 200,
    run: (deps, ctx, { deadLetterId }) =>
      callDeadLetterOwner(deps, (service) => service.readDeadLetter(ctx, deadLetterId)),
    toWire: deadLetterToWire,
  }),
  adminRoute({
    method: 'POST',
    path: `${DEAD_LETTER}/replay`,
    scope: 'recovery',
    status: 202,
    run(deps, ctx, { deadLetterId }) {
      const auditAction: AuditAction = {
        tenantId: null,
        action: 'dead_letter.replay_requested',
        target: { kind: 'dead_letter', id: deadLetterId },
        changes: [],
      };
      const call = () => callDeadLetterOwner(deps, (service) => service.replayDeadLetter(ctx, deadLetterId));
      return auditedCall(deps, ctx.source, auditAction, { call });
    },
    toWire: deadLetterToWire,
  }),
  adminRoute({
    method: 'POST',
    path: `${DEAD_LETTER}/dismiss`,
    scope: 'recovery',
    status: 200,
    body: dismissalBody,
    run(deps, ctx, { deadLetterId, body: { reason } }) {
      const auditAction: AuditAction = {
        tenantId: null,
        action: 'dead_letter.dismissed',
        target: { kind: 'dead_letter', id: deadLetterId },
        changes: [{ field: 'reason', before: null, after: reason }],
      };
      const dismissed = { deadLetterId, reason };
      const call = () => callDeadLetterOwner(deps, (service) => service.dismissDeadLetter(ctx, dismissed));
      return auditedCall(deps, ctx.source, auditAction, { call });
    },
    toWire: deadLetterToWire,
  }),
];
