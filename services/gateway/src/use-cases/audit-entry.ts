import type { Clock, NewId } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { changedFields } from '../domain/audit.ts';
import type { AuditEntry, AuditSource, AuditValue, Deed } from '../domain/audit.ts';

export interface AuditDeps {
  readonly newId: NewId;
  readonly clock: Clock;
}

/** The context of a request to the admin API. */
export interface AdminContext extends RequestContext {
  readonly source: AuditSource;
}

export function auditEntry({ newId, clock }: AuditDeps, source: AuditSource, deed: Deed): AuditEntry {
  return { id: newId(), at: clock.now().round('millisecond'), ...source, ...deed };
}

type Fields = Readonly<Record<string, AuditValue>>;

/** Undefined where nothing differs. */
export function changeEntry(
  deps: AuditDeps,
  source: AuditSource,
  deed: Omit<Deed, 'changes'>,
  { before, after }: { readonly before: Fields; readonly after: Fields },
): AuditEntry | undefined {
  const changes = changedFields(before, after);
  return changes.length === 0 ? undefined : auditEntry(deps, source, { ...deed, changes });
}
