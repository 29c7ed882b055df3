import { deadLettersQuery } from '@lodging/contract-public';
import type { HealthReport } from '@lodging/contract-wire';
import { ok } from '@lodging/kernel';
import type { Clock } from '@lodging/kernel';
import type { Seal } from '../../domain/cursor.ts';
import { listDeadLetters } from '../../use-cases/list-dead-letters.ts';
import { readBacklog } from '../../use-cases/read-backlog.ts';
import { readDeadLetter } from '../../use-cases/read-dead-letter.ts';
import { readHealth } from '../../use-cases/read-health.ts';
import { replayDeadLetter } from '../../use-cases/replay-dead-letter.ts';
import type { ServiceUpkeep } from '../../use-cases/ops-ports.ts';
import { adminRoute } from './admin-route.ts';
import type { AdminRoute } from './admin-route.ts';
import { backlogOverview, deadLetterPage, deadLetterRecord, healthOverview } from './present-ops.ts';

export interface OpsParts {
  readonly services: readonly ServiceUpkeep[];
  readonly reportOwnHealth: () => Promise<HealthReport>;
  readonly seal: Seal;
  readonly clock: Clock;
}

const LETTERS = '/admin/v1/dead-letters';
const LETTER = `${LETTERS}/{deadLetterId}`;

export function opsRoutes(parts: OpsParts): AdminRoute[] {
  return [
    adminRoute({
      method: 'GET',
      path: '/admin/v1/health',
      status: 200,
      run: async ({ requestId }) => ok(await readHealth(parts, requestId)),
      present: healthOverview,
    }),
    adminRoute({
      method: 'GET',
      path: '/admin/v1/outbox',
      status: 200,
      run: async ({ requestId }) => ok(await readBacklog(parts, requestId)),
      present: backlogOverview,
    }),
    adminRoute({
      method: 'GET',
      path: LETTERS,
      status: 200,
      query: deadLettersQuery,
      run: ({ query, requestId }) => listDeadLetters(parts, query, requestId),
      present: deadLetterPage,
    }),
    adminRoute({
      method: 'GET',
      path: LETTER,
      status: 200,
      run: ({ deadLetterId, requestId }) => readDeadLetter(parts, deadLetterId, requestId),
      present: deadLetterRecord,
    }),
    adminRoute({
      method: 'POST',
      path: `${LETTER}/replay`,
      status: 202,
      run: ({ deadLetterId, requestId }) => replayDeadLetter(parts, deadLetterId, requestId),
      present: deadLetterRecord,
    }),
  ];
}
