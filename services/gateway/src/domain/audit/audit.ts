export type ActorKind = 'admin_token' | 'secret_key' | 'operator' | 'guest' | 'system';

export interface Actor {
  readonly kind: ActorKind;
  /** Of the admin token (`root` for the root token), the key, or the operator; of a guest, the key of the page. */
  readonly id: string;
  readonly name: string | null;
}

/** The actor and the request of an action. */
export interface AuditSource {
  readonly actor: Actor;
  readonly requestId: string;
  readonly address: string | null;
}

export type AuditValue = string | number | boolean | null | readonly string[];

export interface AuditChange {
  readonly field: string;
  readonly before: AuditValue;
  readonly after: AuditValue;
}

export interface AuditTarget {
  readonly kind: string;
  readonly id: string;
}

/** A recorded action. Fields of secrets and guest data are named, with `HIDDEN` as value. */
export interface AuditAction {
  /** The live tenant, also for its sandbox; null for an action without a tenant. */
  readonly tenantId: string | null;
  readonly action: string;
  readonly target: AuditTarget | null;
  readonly changes: readonly AuditChange[];
}

export interface AuditEntry extends AuditSource, AuditAction {
  readonly id: string;
  readonly at: Temporal.Instant;
}

export const HIDDEN = 'set';

type Fields = Readonly<Record<string, AuditValue>>;

export function createdFields(fields: Fields): AuditChange[] {
  return Object.entries(fields).map(([field, after]) => ({ field, before: null, after }));
}

export function removedFields(fields: Fields): AuditChange[] {
  return Object.entries(fields).map(([field, before]) => ({ field, before, after: null }));
}

/** The fields of `after` that differ. */
export function changedFields(before: Fields, after: Fields): AuditChange[] {
  return Object.entries(after).flatMap(([field, value]) => {
    const old = before[field] ?? null;
    return JSON.stringify(old) === JSON.stringify(value) ? [] : [{ field, before: old, after: value }];
  });
}

/** The service did not answer, so that the change may have been made or not. */
export function withUnknownOutcome<D extends Pick<AuditAction, 'changes'>>(action: D): D {
  return { ...action, changes: [...action.changes, { field: 'outcome', before: null, after: 'unknown' }] };
}
