import type { Notification, Subject } from '../../domain/notifications/notification.ts';

/** JSON has neither bigint nor instants: amounts are stored as decimal digits, times as RFC 3339. */
type Stored<T> = T extends bigint | Temporal.Instant
  ? string
  : T extends object
    ? { readonly [Key in keyof T]: Stored<T[Key]> }
    : T;

export type StoredNotification = Stored<Notification>;

export function serializeNotification(notification: Notification): string {
  return JSON.stringify(notification, (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
}

export function deserializeNotification(stored: StoredNotification): Notification {
  return {
    ...stored,
    createdAt: Temporal.Instant.from(stored.createdAt),
    subject: deserializeSubject(stored.subject),
  };
}

function deserializeSubject(stored: Stored<Subject>): Subject {
  switch (stored.kind) {
    case 'intent':
      return {
        ...stored,
        amountMinorUnits: BigInt(stored.amountMinorUnits),
        receivedMinorUnits: toBigInt(stored.receivedMinorUnits),
      };
    case 'session':
      return { ...stored, amountMinorUnits: toBigInt(stored.amountMinorUnits) };
    case 'refund':
      return { ...stored, amountMinorUnits: BigInt(stored.amountMinorUnits) };
    case 'refunded-charge':
      return { ...stored, refundedMinorUnits: BigInt(stored.refundedMinorUnits) };
    case 'unneeded':
    case 'unreadable':
      return stored;
  }
}

function toBigInt(digits: string | null): bigint | null {
  return digits === null ? null : BigInt(digits);
}
