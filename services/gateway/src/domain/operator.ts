/** A person of the tenant who signs in with e-mail address and password. */
export interface Operator {
  readonly id: string;
  readonly tenantId: string;
  readonly email: string;
  readonly createdAt: Temporal.Instant;
}
