import { blockConflicted } from '@lodging/contract-inventory';
import { streamOf } from '@lodging/contract-wire';
import { consumer } from '@lodging/kit-messaging';
import type { ConsumerSpec } from '@lodging/kit-messaging';
import { systemContext } from '@lodging/kit-runtime';
import { openConflict } from '../use-cases/open-conflict.ts';
import type { OpenConflictDeps } from '../use-cases/open-conflict.ts';
import { conflictReportFrom } from './wire.ts';

const TIMEOUT_MS = 30_000;

export function inventoryEvents(deps: OpenConflictDeps): ConsumerSpec {
  return consumer({
    stream: streamOf('inventory'),
    schema: { [blockConflicted.type]: blockConflicted.data },
    handlers: {
      [blockConflicted.type]: async ({ tenantId, livemode, occurredAt, data }, mark) => {
        const ctx = systemContext(tenantId, livemode, { timeoutMs: TIMEOUT_MS });
        await openConflict(deps, ctx, { report: conflictReportFrom(data, occurredAt), mark });
      },
    },
  });
}
