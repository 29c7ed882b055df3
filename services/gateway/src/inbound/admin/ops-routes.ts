import { deadLettersQuery } from '@lodging/contract-public';
import { ok } from '@lodging/kernel';
import type { Deed } from '../../domain/audit.ts';
import { auditedCall } from '../../use-cases/audited-call.ts';
import { callDeadLetterOwner } from '../../use-cases/call-dead-letter-owner.ts';
import { collectFromServices } from '../../use-cases/collect-from-services.ts';
import { listDeadLetters } from '../../use-cases/list-dead-letters.ts';
import { readHealth } from '../../use-cases/read-health.ts';
import { creationOrder, readPage } from '../cursor.ts';
import { adminRoute } from './admin-route.ts';
import type { AdminRoute } from './admin-route.ts';
import { backlogWire, deadLetterWire, healthWire } from './wire.ts';

const DEAD_LETTERS = '/admin/v1/dead-letters';
const DEAD_LETTER = `${DEAD_LETTERS}/{deadLetterId}`;
const scope = { list: 'dead-letters', tenantId: 'platform' };

export const opsRoutes: readonly AdminRoute[] = [
  adminRoute({
    method: 'GET',
    path: '/admin/v1/health',
    status: 200,
    run: async (deps, ctx) => ok(await readHealth(deps, ctx)),
    toWire: healthWire,
  }),
  adminRoute({
    method: 'GET',
    path: '/admin/v1/outbox',
    status: 200,
    run: async (deps, ctx) => ok(await collectFromServices(deps, (service) => service.reportBacklog(ctx))),
    toWire: backlogWire,
  }),
  adminRoute({
    method: 'GET',
    path: DEAD_LETTERS,
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
      return ok({ deadLetters: deadLetters.map(deadLetterWire), nextCursor, unreachable: unreached });
    },
  }),
  adminRoute({
    method: 'GET',
    path: DEAD_LETTER,
    status: 200,
    run: (deps, ctx, { deadLetterId }) =>
      callDeadLetterOwner(deps, (service) => service.readDeadLetter(ctx, deadLetterId)),
    toWire: deadLetterWire,
  }),
  adminRoute({
    method: 'POST',
    path: `${DEAD_LETTER}/replay`,
    status: 202,
    run(deps, ctx, { deadLetterId }) {
      const deed: Deed = {
        tenantId: null,
        action: 'dead_letter.replay_requested',
        target: { kind: 'dead_letter', id: deadLetterId },
        changes: [],
      };
      const call = () => callDeadLetterOwner(deps, (service) => service.replayDeadLetter(ctx, deadLetterId));
      return auditedCall(deps, ctx.source, deed, { call });
    },
    toWire: deadLetterWire,
  }),
];
