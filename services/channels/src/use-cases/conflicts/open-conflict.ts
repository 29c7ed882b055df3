import type { InboxMark, RequestContext } from '@lodging/kit-runtime';
import { updateConflict } from '../../domain/conflicts/conflict.ts';
import type { ConflictReport } from '../../domain/conflicts/conflict.ts';
import type { ConflictOutcome } from '../../ports/conflicts.ts';
import type { ChannelsDeps } from '../../ports/deps.ts';

export type OpenConflictDeps = Pick<ChannelsDeps, 'conflicts' | 'newId'>;

export interface OpenConflict {
  readonly report: ConflictReport;
  readonly mark: InboxMark;
}

/** Opens a conflict for an overlap that inventory reported, or updates the one that exists. */
export function openConflict(
  { conflicts, newId }: OpenConflictDeps,
  { tenantId }: RequestContext,
  { report, mark }: OpenConflict,
): Promise<ConflictOutcome> {
  return conflicts.report(
    tenantId,
    newId(),
    report,
    (known, options) => updateConflict(known, report.overlap, options),
    mark,
  );
}
