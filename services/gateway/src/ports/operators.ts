import type { Page } from '@lodging/kernel';
import type { AuditEntry } from '../domain/audit/audit.ts';
import type { Credential } from '../domain/keys/credential.ts';
import type { OperatorSession, SignedIn } from '../domain/operators/operator-session.ts';
import type { Tenant } from '../domain/tenants/tenant.ts';
import type { Audited } from './audit.ts';
import type { ListedOperator, Operator } from '../domain/operators/operator.ts';

export interface OperatorRepository {
  /** False when the e-mail address is taken by any tenant: a sign-in names no tenant. */
  add(operator: Operator, passwordHash: string, entry: AuditEntry): Promise<boolean>;
  /** Reads `limit + 1` rows where there are more. */
  list(tenantId: string, page: Page): Promise<ListedOperator[]>;
  /** Their names, else their e-mail addresses, by id; without those who were removed. */
  namesOf(tenantId: string, operatorIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Undefined when the tenant has no such operator. Nothing is written without an entry. */
  change(
    tenantId: string,
    operatorId: string,
    decide: (operator: Operator) => Audited<Operator>,
  ): Promise<Operator | undefined>;
  // Each of the three ends all sessions of the operator, and gives false when the tenant has no such operator.
  remove(tenantId: string, operatorId: string, entryOf: OperatorEntry): Promise<boolean>;
  setPassword(tenantId: string, operatorId: string, change: NewPassword): Promise<boolean>;
  endSessions(tenantId: string, operatorId: string, entryOf: OperatorEntry): Promise<boolean>;
  /** Ends all sessions but one, which goes on. False where the password was changed meanwhile, or the session has ended. */
  changePassword(tenantId: string, operatorId: string, change: OwnPassword): Promise<boolean>;
  /** Reads across tenants: the e-mail address determines the tenant. */
  findByEmail(email: string): Promise<OperatorAccount | undefined>;
}

export type OperatorEntry = (operator: Operator & { readonly endedSessions: number }) => AuditEntry;

export interface NewPassword {
  readonly passwordHash: string;
  readonly entryOf: OperatorEntry;
}

export interface OwnPassword extends NewPassword {
  /** The hash that was checked. */
  readonly current: string;
  readonly keptSessionId: string;
}

export interface OperatorAccount {
  readonly operator: Operator;
  readonly tenant: Tenant;
  readonly passwordHash: string;
}

export interface SessionRepository {
  /** False when the operator was deleted or has another password hash. */
  add(session: OperatorSession, digest: Uint8Array, passwordHash: string): Promise<boolean>;
  /**
   * Finds open sessions whose operator has the same e-mail address and password as at sign-in, by digest as text. Notes of
   * those in cookies, once a minute, that they are in use.
   */
  findByDigests(digests: readonly Uint8Array[]): Promise<ReadonlyMap<string, Credential>>;
  /** An open session; undefined once it has ended. */
  find(tenantId: string, sessionId: string): Promise<SignedIn | undefined>;
  /** The open sessions of an operator, newest first, at most `limit`. */
  listOf(ownerId: string, operatorId: string, limit: number): Promise<OperatorSession[]>;
  end(tenantId: string, sessionId: string): Promise<void>;
  /** Deletes sessions that have ended, and sign-in attempts that have left their window. */
  purgeExpired(now: Temporal.Instant): Promise<void>;
}

export interface SignInCounter {
  /** A digest of what the attempts are counted for. */
  readonly subject: Uint8Array;
  readonly max: number;
}

/** Sign-in attempts per subject, in all processes together. */
export interface SignInAttempts {
  /**
   * Counts the attempt for all counters, or for none: where one has reached its `max`, it gives the first of these, with its
   * oldest counted attempt.
   */
  add<Counter extends SignInCounter>(
    counters: readonly Counter[],
    at: Temporal.Instant,
  ): Promise<{ readonly full: Counter; readonly oldest: Temporal.Instant } | undefined>;
  /** Removes an attempt that succeeded, or that was not made. */
  release(counters: readonly SignInCounter[], at: Temporal.Instant): Promise<void>;
}

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Without a hash it does the same work and gives false, so that the time does not reveal unknown accounts. */
  verify(password: string, passwordHash: string | undefined): Promise<boolean>;
}
