import { blockConflicted, claimMoved } from '@lodging/contract-inventory';
import { streamOf } from '@lodging/contract-wire';
import { consumer } from '@lodging/kit-messaging';
import type { ConsumerSpec } from '@lodging/kit-messaging';
import { systemContext } from '@lodging/kit-runtime';
import type { ChannelsDeps } from '../ports/deps.ts';
import { openConflict } from '../use-cases/conflicts/open-conflict.ts';
import { conflictReportFromWire, movedStayFromWire } from '../wire/conflicts.ts';

const TIMEOUT_MS = 30_000;

export function consumers(deps: ChannelsDeps): ConsumerSpec[] {
  return [inventoryConsumer(deps)];
}

function inventoryConsumer(deps: ChannelsDeps): ConsumerSpec {
  return consumer({
    stream: streamOf('inventory'),
    schema: {
      [blockConflicted.type]: blockConflicted.data,
      [claimMoved.type]: claimMoved.data,
    },
    handlers: {
      [claimMoved.type]: ({ tenantId, occurredAt, data }, mark) =>
        deps.conflicts.resolveCured(tenantId, movedStayFromWire(data, occurredAt), mark),
      [blockConflicted.type]: async ({ tenantId, livemode, occurredAt, data }, mark) => {
        const ctx = systemContext(tenantId, livemode, { timeoutMs: TIMEOUT_MS });
        await openConflict(deps, ctx, { report: conflictReportFromWire(data, occurredAt), mark });
      },
    },
  });
}
