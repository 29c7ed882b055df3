export type ActorKind = 'admin_token' | 'secret_key' | 'operator' | 'system';

export interface Actor {
  readonly kind: ActorKind;
  /** Of the admin token (`root` for the root token), the key, or the operator. */
  readonly id: string;
  readonly name: string | null;
}

/** Who acts, and with which request. */
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

/** What was done, without secrets and without data of guests: these are named, and `HIDDEN` stands for the value. */
export interface Deed {
  /** The live tenant, also for its sandbox; null for what belongs to no tenant. */
  readonly tenantId: string | null;
  readonly action: string;
  readonly target: AuditTarget | null;
  readonly changes: readonly AuditChange[];
}

export interface AuditEntry extends AuditSource, Deed {
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

/** The service that was asked did not answer: it may have done it or not. */
export function withUnknownOutcome<D extends Pick<Deed, 'changes'>>(deed: D): D {
  return { ...deed, changes: [...deed.changes, { field: 'outcome', before: null, after: 'unknown' }] };
}
