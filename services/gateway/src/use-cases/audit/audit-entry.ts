import type { RequestContext } from '@lodging/kit-runtime';
import { changedFields } from '../../domain/audit/audit.ts';
import type { AuditEntry, AuditSource, AuditValue, AuditAction } from '../../domain/audit/audit.ts';
import type { GatewayDeps } from '../../ports/deps.ts';

export type AuditDeps = Pick<GatewayDeps, 'clock' | 'newId'>;

/** The context of a request to the admin API. */
export interface AdminContext extends RequestContext {
  readonly source: AuditSource;
}

export function auditEntry(
  { newId, clock }: AuditDeps,
  source: AuditSource,
  action: AuditAction,
): AuditEntry {
  return { id: newId(), at: clock.now().round('millisecond'), ...source, ...action };
}

type Fields = Readonly<Record<string, AuditValue>>;

/** Undefined where nothing differs. */
export function changeEntry(
  deps: AuditDeps,
  source: AuditSource,
  action: Omit<AuditAction, 'changes'>,
  { before, after }: { readonly before: Fields; readonly after: Fields },
): AuditEntry | undefined {
  const changes = changedFields(before, after);
  return changes.length === 0 ? undefined : auditEntry(deps, source, { ...action, changes });
}
