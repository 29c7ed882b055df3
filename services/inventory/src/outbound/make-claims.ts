import { DatabaseUnavailable, isLockTimeout } from '@lodging/kit-postgres';
import type { Database, Statement, Tx } from '@lodging/kit-postgres';
import { createBatcher } from '@lodging/kit-runtime';
import type { ClaimSubject, Decision } from '../domain/claim.ts';
import type { Claims } from '../use-cases/ports.ts';
import {
  dropLapsed,
  lapsedIds,
  lockFreeOnes,
  lockResource,
  loadClaimContext,
  readScene,
  writeClaim,
} from './claim-statements.ts';
import type { SceneRow } from './claim-statements.ts';

export interface Wish {
  readonly tenantId: string;
  readonly subject: ClaimSubject;
  readonly decide: Parameters<Claims['change']>[2];
}

/** They hold their locks until all of them are committed, so it is never many. */
const MOST_TOGETHER = 16;

/**
 * Claims of one tenant on different resources share a transaction. Undefined: somebody else has the lock, or a row that
 * one of them changes. No transaction waits for a lock while it holds another, so there is no order in which they could
 * wait for each other.
 */
export function claimTogether(db: Database): (wish: Wish) => Promise<Decision['answer'] | undefined> {
  return createBatcher<Wish, Decision['answer'] | undefined>({
    queueKey: ({ tenantId }) => tenantId,
    conflictKey: ({ subject }) => subject.resourceId,
    isFatal: (error) => error instanceof DatabaseUnavailable,
    maxBatch: MOST_TOGETHER,
    async run(wishes) {
      try {
        return await decideAll(db, wishes);
      } catch (error) {
        if (!isLockTimeout(error)) throw error;
        return wishes.map(() => undefined);
      }
    },
  });
}

async function decideAll(db: Database, wishes: readonly Wish[]): Promise<(Decision['answer'] | undefined)[]> {
  const [first] = wishes;
  if (first === undefined) return [];
  return db.inTenant(first.tenantId, async (tx) => {
    const [locked, ...scenes] = await Promise.all([
      tx.query<{ id: string }>(lockFreeOnes(wishes.map(({ subject }) => subject.resourceId))),
      ...wishes.map(({ subject }) => tx.query<SceneRow>(loadClaimContext(first.tenantId, subject))),
    ]);
    const ours = new Set(locked.map(({ id }) => id));
    return wishes.map((wish, index) =>
      ours.has(wish.subject.resourceId) ? rule(tx, wish, scenes[index] ?? []) : undefined,
    );
  });
}

export async function claimAlone(tx: Tx, wish: Wish, leftMs: number): Promise<Decision['answer']> {
  const [, rows] = await Promise.all([
    tx.query(lockResource(wish.subject.resourceId, leftMs)),
    tx.query<SceneRow>(loadClaimContext(wish.tenantId, wish.subject)),
  ]);
  return rule(tx, wish, rows);
}

function rule(tx: Tx, { tenantId, subject, decide }: Wish, rows: readonly SceneRow[]): Decision['answer'] {
  const scene = readScene(rows);
  const { answer, write } = decide(scene);
  if (write === undefined) return answer;
  const lapsed = lapsedIds(rows);
  const drop = lapsed.length === 0 ? [] : [dropLapsed(tenantId, lapsed)];
  sendWithCommit(tx, [...drop, ...writeClaim(tenantId, subject, scene, write)]);
  return answer;
}

/** Nobody waits for these: COMMIT follows in the same round trip, and fails when one of them did. */
export function sendWithCommit(tx: Tx, statements: readonly Statement[]): void {
  for (const statement of statements) tx.query(statement).catch(() => undefined);
}
