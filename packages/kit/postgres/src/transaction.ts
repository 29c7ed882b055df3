import { drizzle } from 'drizzle-orm/node-postgres';
import type { NodePgClient, NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { asThrown, breaksConnection, CommitUnknown, connectionIsLost } from './errors.ts';
import type { TraceStatement } from './measured-operations.ts';
import { runBatch, wireStep } from './statement-batch.ts';
import type { Step, StepResult } from './statement-batch.ts';

export interface Statement {
  readonly name?: string | undefined;
  readonly text: string;
  readonly values?: readonly unknown[] | undefined;
}

export interface Tx {
  query<R = Record<string, unknown>>(
    statement: string | Statement,
    values?: readonly unknown[],
  ): Promise<R[]>;
  /** drizzle bound to this transaction; values have the same types as from `query`. */
  readonly orm: NodePgDatabase;
  /** Runs after a successful commit; it must not throw. */
  afterCommit(effect: () => void): void;
}

export class Transaction {
  readonly effects: (() => void)[] = [];
  readonly tx: Tx;
  readonly #client: pg.PoolClient;
  readonly #prologue: readonly Step[];
  #phase: 'unsent' | 'open' | 'over' = 'unsent';
  #broken = false;
  #failure: unknown;

  /** `prologue` (begin, tenant or role) travels with the first statement: no round trip of its own. */
  constructor(client: pg.PoolClient, prologue: readonly Step[], traceStatement: TraceStatement) {
    this.#client = client;
    this.#prologue = prologue;
    this.tx = txOver((step) => traceStatement(summaryOf(step), () => this.#run(step)), this.effects);
  }

  /** The connection must not be reused after this transaction. */
  get broken(): boolean {
    return this.#broken;
  }

  async commit(): Promise<void> {
    // Postgres answers COMMIT with ROLLBACK, without an error, where a statement failed and its error was caught.
    if ((await this.#end('COMMIT')) !== 'ROLLBACK') return;
    throw new Error('the transaction was rolled back: one of its statements had failed', {
      cause: this.#failure,
    });
  }

  async rollback(): Promise<void> {
    try {
      await this.#end('ROLLBACK');
    } catch {
      this.#broken = true;
    }
  }

  async #run(step: Step): Promise<StepResult> {
    if (this.#phase === 'over') throw new Error('the transaction has ended; its tx was used afterwards');
    refuseTransactionControl(step);
    const isFirst = this.#phase === 'unsent';
    const steps = isFirst ? [...this.#prologue, step] : [step];
    this.#phase = 'open';
    try {
      const results = await runBatch(this.#client, steps);
      return results.at(-1) ?? { rows: [], rowCount: null };
    } catch (error) {
      this.#broken ||= breaksConnection(error);
      this.#failure ??= error;
      throw asThrown(error, { nothingDone: isFirst });
    }
  }

  async #end(command: 'COMMIT' | 'ROLLBACK'): Promise<string | undefined> {
    const wasOpen = this.#phase === 'open';
    this.#phase = 'over';
    if (!wasOpen) return undefined;
    try {
      return (await this.#client.query(command)).command;
    } catch (error) {
      if (!connectionIsLost(error)) throw asThrown(error);
      throw new CommitUnknown('the connection broke during COMMIT', { cause: error });
    } finally {
      this.#broken ||= this.#client.getTransactionStatus() !== 'I';
    }
  }
}

function txOver(run: (step: Step) => Promise<StepResult>, effects: (() => void)[]): Tx {
  let orm: NodePgDatabase | undefined;
  return {
    query: async <R>(statement: string | Statement, values?: readonly unknown[]) => {
      const given: Statement = typeof statement === 'string' ? { text: statement } : statement;
      const { rows } = await run(wireStep({ ...given, values: values ?? given.values }));
      return rows as R[];
    },
    get orm() {
      orm ??= drizzle(new DrizzleConnection(run) as unknown as NodePgClient);
      return orm;
    },
    afterCommit: (effect) => {
      effects.push(effect);
    },
  };
}

/** Stands for the driver's client in drizzle. */
class DrizzleConnection {
  readonly #run: (step: Step) => Promise<StepResult>;

  constructor(run: (step: Step) => Promise<StepResult>) {
    this.#run = run;
  }

  async query(config: Statement & { rowMode?: string }, values?: readonly unknown[]): Promise<StepResult> {
    const { name, text, rowMode } = config;
    return this.#run(wireStep({ name, text, values, asArrays: rowMode === 'array' }));
  }
}

/** The name of the statement, or its verb: `insert`. */
function summaryOf({ name, text }: Step): string {
  return name ?? (/[a-z]+/i.exec(text)?.[0] ?? 'unnamed').toLowerCase();
}

function refuseTransactionControl(step: Step): void {
  if (!/^\s*(begin|commit|rollback)\s*;?\s*$/i.test(step.text)) return;
  throw new Error('a transaction is open already; inTenant and acrossTenants begin and end it');
}
