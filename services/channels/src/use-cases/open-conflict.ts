import type { NewId } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { updateConflict } from '../domain/conflict.ts';
import type { ConflictReport } from '../domain/conflict.ts';
import type { ConflictOutcome, ConflictRepository, InboxMark } from '../ports.ts';

export interface OpenConflictDeps {
  readonly conflicts: ConflictRepository;
  readonly newId: NewId;
}

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
