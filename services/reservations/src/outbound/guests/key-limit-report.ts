import { createLimitedLog } from '@lodging/kit-runtime';
import type { Logger } from '@lodging/kit-runtime';
import { limitedKeys } from '../../metrics.ts';
import type { ReportKeyLimit } from '../../ports/guests.ts';

/** Any client can cause them. */
const LINES_PER_MINUTE = 10;

/** Counts each refusal, and logs which keys they are of. */
export function createKeyLimitReport(log: Logger): ReportKeyLimit {
  const limitedLog = createLimitedLog({
    linesPerMinute: LINES_PER_MINUTE,
    onSuppressed: (suppressed) =>
      log.warn({ suppressed }, 'further requests were refused by the limits of publishable keys'),
  });
  return ({ tenantId, caller: { keyId } }, limit) => {
    limitedKeys.add(1, { 'lodging.reason': limit });
    limitedLog(() =>
      log.warn({ tenantId, keyId, limit }, 'a publishable key has reached its total limit over all clients'),
    );
  };
}
