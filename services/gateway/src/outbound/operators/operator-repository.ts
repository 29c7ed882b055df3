import { and, count, eq, getTableColumns, inArray, isUniqueViolation, sql } from '@lodging/kit-postgres';
import type { Database, Tx } from '@lodging/kit-postgres';
import type { Operator } from '../../domain/operators/operator.ts';
import type { OperatorEntry, OperatorRepository, OwnPassword } from '../../ports/operators.ts';
import { insertAuditEntry } from '../audit/audit-rows.ts';
import { byCreation, isAfter } from '../page-query.ts';
import { operators, operatorSessions, tenants } from '../schema.ts';
import { isOpenSession } from './open-sessions.ts';

const { passwordHash: _passwordHash, ...shownColumns } = getTableColumns(operators);

/** Across tenants where sessions are concerned: those of the sandbox belong to another tenant than the operator. */
export function createOperatorRepository(db: Database): OperatorRepository {
  return {
    async add(operator, passwordHash, entry) {
      try {
        await db.inTenant(operator.tenantId, async (tx) => {
          await tx.orm.insert(operators).values({ ...operator, passwordHash });
          await insertAuditEntry(tx, entry);
        });
        return true;
      } catch (error) {
        if (isUniqueViolation(error, 'operators_email_taken')) return false;
        throw error;
      }
    },
    list: (tenantId, page) => db.acrossTenants((tx) => listOperators(tx, tenantId, page)),
    namesOf: (tenantId, operatorIds) => db.inTenant(tenantId, (tx) => readNames(tx, tenantId, operatorIds)),
    change: (tenantId, operatorId, decide) =>
      db.inTenant(tenantId, (tx) => changeOperator(tx, operatorIs(tenantId, operatorId), decide)),
    remove: (tenantId, operatorId, entryOf) =>
      db.acrossTenants(async (tx) => {
        if (!(await endSessions(tx, tenantId, operatorId, entryOf))) return false;
        await tx.orm.delete(operators).where(operatorIs(tenantId, operatorId));
        return true;
      }),
    setPassword: (tenantId, operatorId, { passwordHash, entryOf }) =>
      db.acrossTenants(async (tx) => {
        if (!(await endSessions(tx, tenantId, operatorId, entryOf))) return false;
        await tx.orm.update(operators).set({ passwordHash }).where(operatorIs(tenantId, operatorId));
        return true;
      }),
    endSessions: (tenantId, operatorId, entryOf) =>
      db.acrossTenants((tx) => endSessions(tx, tenantId, operatorId, entryOf)),
    changePassword: (tenantId, operatorId, change) =>
      db.acrossTenants((tx) => changePassword(tx, tenantId, operatorId, change)),
    findByEmail: (email) =>
      db.acrossTenants(async (tx) => {
        const [row] = await tx.orm
          .select()
          .from(operators)
          .innerJoin(tenants, eq(tenants.id, operators.tenantId))
          .where(eq(operators.email, email));
        if (row === undefined) return undefined;
        const { passwordHash, ...operator } = row.operators;
        return { operator, passwordHash, tenant: row.tenants };
      }),
  };
}

function operatorIs(tenantId: string, operatorId: string) {
  return and(eq(operators.tenantId, tenantId), eq(operators.id, operatorId));
}

async function readNames(
  tx: Tx,
  tenantId: string,
  operatorIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.orm
    .select({ id: operators.id, name: sql<string>`coalesce(${operators.name}, ${operators.email})` })
    .from(operators)
    .where(and(eq(operators.tenantId, tenantId), inArray(operators.id, [...operatorIds])));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Under a row lock, so that of two changes at a time each sees the other. */
async function changeOperator(
  tx: Tx,
  isOperator: ReturnType<typeof operatorIs>,
  decide: Parameters<OperatorRepository['change']>[2],
): Promise<Operator | undefined> {
  const [operator] = await tx.orm.select(shownColumns).from(operators).where(isOperator).for('update');
  if (operator === undefined) return undefined;
  const { next, entry } = decide(operator);
  if (entry === undefined) return next;
  await tx.orm.update(operators).set({ name: next.name, role: next.role }).where(isOperator);
  await insertAuditEntry(tx, entry);
  return next;
}

async function listOperators(tx: Tx, tenantId: string, page: Parameters<OperatorRepository['list']>[1]) {
  const open = tx.orm
    .select({ count: count() })
    .from(operatorSessions)
    .where(
      and(
        eq(operatorSessions.ownerId, operators.tenantId),
        eq(operatorSessions.operatorId, operators.id),
        isOpenSession,
      ),
    );
  return tx.orm
    .select({ ...shownColumns, sessions: sql<number>`(${open})::int` })
    .from(operators)
    .where(and(eq(operators.tenantId, tenantId), isAfter(operators, page)))
    .orderBy(...byCreation(operators))
    .limit(page.limit + 1);
}

/** The session that goes on is bound to the new password; see `operator_digest`. */
async function changePassword(
  tx: Tx,
  tenantId: string,
  operatorId: string,
  { current, passwordHash, keptSessionId, entryOf }: OwnPassword,
): Promise<boolean> {
  const isOperator = operatorIs(tenantId, operatorId);
  const [operator] = await tx.orm.select().from(operators).where(isOperator).for('update');
  if (operator?.passwordHash !== current) return false;
  const isOwn = and(eq(operatorSessions.ownerId, tenantId), eq(operatorSessions.operatorId, operatorId));
  const kept = await tx.orm
    .update(operatorSessions)
    .set({ operatorDigest: sql`sha256(convert_to(${`${operator.email} ${passwordHash}`}, 'UTF8'))` })
    .where(and(isOwn, eq(operatorSessions.id, keptSessionId)))
    .returning({ id: operatorSessions.id });
  if (kept.length === 0) return false;
  const ended = await tx.orm
    .delete(operatorSessions)
    .where(and(isOwn, sql`${operatorSessions.id} <> ${keptSessionId}`))
    .returning({ id: operatorSessions.id });
  await tx.orm.update(operators).set({ passwordHash }).where(isOperator);
  await insertAuditEntry(tx, entryOf({ ...operator, endedSessions: ended.length }));
  return true;
}

/** A sign-in locks the operator too: one that is under way is waited for, and its session ends with the others. */
async function endSessions(
  tx: Tx,
  tenantId: string,
  operatorId: string,
  entryOf: OperatorEntry,
): Promise<boolean> {
  const isOperator = operatorIs(tenantId, operatorId);
  const [operator] = await tx.orm.select(shownColumns).from(operators).where(isOperator).for('update');
  if (operator === undefined) return false;
  const ended = await tx.orm
    .delete(operatorSessions)
    .where(and(eq(operatorSessions.ownerId, tenantId), eq(operatorSessions.operatorId, operatorId)))
    .returning({ id: operatorSessions.id });
  await insertAuditEntry(tx, entryOf({ ...operator, endedSessions: ended.length }));
  return true;
}
