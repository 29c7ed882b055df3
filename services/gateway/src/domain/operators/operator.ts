import type { OperatorRole } from './operator-role.ts';

/** A person of the tenant who signs in with e-mail address and password. */
export interface Operator {
  readonly id: string;
  readonly tenantId: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: OperatorRole;
  readonly createdAt: Temporal.Instant;
}

/** An absent field stays; null takes the name away. */
export interface OperatorChanges {
  readonly name?: string | null | undefined;
  readonly role?: OperatorRole | undefined;
}

export function changedOperator(operator: Operator, { name, role }: OperatorChanges): Operator {
  return { ...operator, name: name === undefined ? operator.name : name, role: role ?? operator.role };
}

export interface ListedOperator extends Operator {
  readonly lastSignInAt: Temporal.Instant | null;
  /** How many are open, live and sandbox together. */
  readonly sessions: number;
}
