import type { Notification, NotificationOutcome } from '../domain/notifications/notification.ts';

export interface NotificationRepository {
  /** Stores one that is unneeded as ignored, every other one as due. False: this event was stored already. */
  store(notification: Notification): Promise<boolean>;
  /** Leases due notifications. One without an outcome becomes due again after 30 seconds. */
  takeDue(limit: number): Promise<DueNotification[]>;
  recordOutcome(due: DueNotification, outcome: NotificationOutcome): Promise<void>;
  /** Deletes notifications whose outcome is older than 30 days; parked ones stay. */
  purgeOld(): Promise<void>;
}

export interface DueNotification {
  readonly notification: Notification;
  readonly attempts: number;
  readonly receivedAt: Temporal.Instant;
  /** Of the request that delivered it. */
  readonly traceparent: string | null;
}

/** Successful payments whose notification this process has received and neither applied nor stored. */
export interface InFlightNotifications {
  /** Returns the function that ends it: the notification is applied, or stored to be applied by the timer. */
  begin(notification: Notification): () => void;
  /** False at once if no success of the intent is in flight; else true when it is applied, or after 300 ms. */
  waitFor(intentId: string): Promise<boolean>;
}

/** Limits the notifications that are applied as they are received; beyond it they are stored. */
export interface ApplyingAtOnce {
  hasCapacity(): boolean;
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Parked, and not dismissed. */
export interface ParkedNotifications {
  /** Oldest first, at most 1,000, of all tenants. */
  list(): Promise<ParkedNotification[]>;
  /** Undefined where none with this event id waits. */
  dismiss(eventId: string, reason: string): Promise<ParkedNotification | undefined>;
}

export interface ParkedNotification {
  readonly eventId: string;
  readonly accountId: string;
  readonly livemode: boolean | null;
  readonly type: string;
  readonly reason: string;
  readonly intentId: string | null;
  readonly parkedAt: Temporal.Instant;
}
