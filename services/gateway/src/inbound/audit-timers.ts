import { timer } from '@lodging/kit-runtime';
import type { Logger, Timer } from '@lodging/kit-runtime';
import type { AuditTrail } from '../ports.ts';

const SWEEP_SECONDS = 60;
const PRUNE_SECONDS = 3_600;

export function auditTimers(
  audit: Pick<AuditTrail, 'completeAbandoned' | 'prune'>,
  log: Logger,
): readonly Timer[] {
  return [
    timer({ name: 'complete-abandoned-audit-intents', seconds: SWEEP_SECONDS }, async () => {
      const completed = await audit.completeAbandoned();
      if (completed > 0) log.warn({ completed }, 'audit entries were completed with an unknown outcome');
    }),
    timer({ name: 'prune-audit', seconds: PRUNE_SECONDS }, async () => {
      while ((await audit.prune()) > 0);
    }),
  ];
}
