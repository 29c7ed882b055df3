export interface LoggedAttempt {
  readonly at: string;
  readonly status: number | null;
  readonly durationMs: number;
  readonly error: string | null;
  readonly answer?: string;
}

export interface Delivery {
  readonly id: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly status: 'pending' | 'succeeded' | 'dead';
  readonly attempts: LoggedAttempt[];
  readonly nextAttemptAt: Temporal.Instant | null;
  readonly createdAt: Temporal.Instant;
}
