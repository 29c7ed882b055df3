/** A person of the tenant who signs in with e-mail address and password. */
export interface Operator {
  readonly id: string;
  readonly tenantId: string;
  readonly email: string;
  readonly createdAt: Temporal.Instant;
}

export interface ListedOperator extends Operator {
  readonly lastSignInAt: Temporal.Instant | null;
  /** How many are open, live and sandbox together. */
  readonly sessions: number;
}
