/** A position in the order of arrival. */
export interface ReminderPosition {
  readonly startsAt: string;
  readonly id: string;
}

export interface ReminderPage {
  readonly after: Temporal.Instant;
  readonly until: Temporal.Instant;
  readonly daysBefore: number;
  readonly limit: number;
  readonly position: ReminderPosition | null;
}

export interface DueReminder {
  readonly reservationId: string;
  readonly version: number;
  /** Local. */
  readonly arrivalDate: string;
}

export interface DueReminders {
  readonly reminders: readonly DueReminder[];
  /** Null: there are no more. */
  readonly next: ReminderPosition | null;
}

export interface ReminderRepository {
  listDue(tenantId: string, page: ReminderPage): Promise<DueReminders>;
}
