import { isRecorded } from '@lodging/kit-runtime';
import { drizzle } from '../columns/drizzle.ts';
import type { NodePgClient, NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { CommitWatch } from './commit-watch.ts';
import { asCommitUnknown, asThrown, breaksConnection, connectionIsLost } from './errors.ts';
import type { TraceStatement } from './measured-operations.ts';
import { runBatch, wireStep } from '../statements/statement-batch.ts';
import type { Step, StepResult } from '../statements/statement-batch.ts';

export interface Statement {
  readonly name?: string | undefined;
  readonly isPrepared?: boolean | undefined;
  readonly text: string;
  readonly values?: readonly unknown[] | undefined;
}

type StatementsOf<Rows> = { readonly [Index in keyof Rows]: Statement };
type ResultsOf<Rows> = { -readonly [Index in keyof Rows]: Rows[Index][] };

export interface Tx {
  query<R = Record<string, unknown>>(
    statement: string | Statement,
    values?: readonly unknown[],
  ): Promise<R[]>;
  /** Statements in one round trip, which read what the ones before them wrote or waited for. The rows of each. */
  queryAll<Rows extends readonly unknown[]>(statements: StatementsOf<Rows>): Promise<ResultsOf<Rows>>;
  /**
   * A statement whose rows are not needed: it travels with COMMIT, or before the next query. Its error fails the
   * transaction, and is not seen by `work`.
   */
  atCommit(statement: Statement): void;
  /** The same as the job role, after all of those: for a row that has no tenant, or not that of the transaction. */
  atCommitAcrossTenants(statement: Statement): void;
  /** drizzle bound to this transaction; values have the same types as from `query`. */
  readonly orm: NodePgDatabase;
  /** Runs after a successful commit; it must not throw. */
  afterCommit(effect: () => void): void;
}

export interface TransactionOptions {
  readonly commits: CommitWatch;
  readonly prologue: readonly Step[];
  readonly becomeJob: Step;
  readonly traceStatement: TraceStatement;
}

export class Transaction {
  readonly effects: (() => void)[] = [];
  readonly tx: Tx;
  readonly #client: pg.PoolClient;
  readonly #commits: CommitWatch;
  readonly #prologue: readonly Step[];
  readonly #traceStatement: TraceStatement;
  #phase: 'unsent' | 'open' | 'over' = 'unsent';
  readonly #atCommit: Step[] = [];
  readonly #acrossTenants: Step[] = [];
  readonly #becomeJob: Step;
  #broken = false;
  #failure: unknown;

  /** `prologue` (begin, tenant or role) travels with the first statement: no round trip of its own. */
  constructor(client: pg.PoolClient, { commits, prologue, becomeJob, traceStatement }: TransactionOptions) {
    this.#client = client;
    this.#commits = commits;
    this.#prologue = prologue;
    this.#becomeJob = becomeJob;
    this.#traceStatement = traceStatement;
    const run = (steps: readonly Step[]) =>
      this.#traced([...this.#atCommit, ...steps], () => this.#run(steps));
    this.tx = txOver(run, { atCommit: this.#atCommit, acrossTenants: this.#acrossTenants }, this.effects);
  }

  /** The connection must not be reused after this transaction. */
  get broken(): boolean {
    return this.#broken;
  }

  async commit(): Promise<void> {
    // Postgres answers COMMIT with ROLLBACK, without an error, where a statement failed and its error was caught.
    if (this.#commits.isHung()) await this.#refuseToCommitWrites();
    const isAlone = this.#atCommit.length + this.#acrossTenants.length === 0;
    const tag = isAlone ? await this.#end('COMMIT') : await this.#commitWithLast();
    if (tag !== 'ROLLBACK') return;
    throw new Error('the transaction was rolled back: one of its statements had failed', {
      cause: this.#failure,
    });
  }

  /** A transaction that wrote nothing waits for no standby. */
  async #refuseToCommitWrites(): Promise<void> {
    const isAlone = this.#atCommit.length + this.#acrossTenants.length === 0;
    if (isAlone && this.#phase === 'unsent') return;
    const [result] = isAlone ? await this.#run([WRITES_NOTHING]) : [];
    if (result?.rows.length !== 1) this.#commits.admit();
  }

  #send(steps: readonly Step[]): Promise<StepResult[]> {
    return this.#commits.over(runBatch(this.#client, steps));
  }

  async rollback(): Promise<void> {
    // The connection is closed instead; what it still runs may not return.
    if (this.#broken) return;
    try {
      await this.#end('ROLLBACK');
    } catch {
      this.#broken = true;
    }
  }

  async #run(wanted: readonly Step[]): Promise<StepResult[]> {
    if (this.#phase === 'over') throw new Error('the transaction has ended; its tx was used afterwards');
    for (const step of wanted) refuseTransactionControl(step);
    const isFirst = this.#phase === 'unsent';
    const steps = [...this.#takeUnsent(), ...wanted];
    try {
      return (await this.#send(steps)).slice(steps.length - wanted.length);
    } catch (error) {
      this.#broken ||= breaksConnection(error);
      this.#failure ??= error;
      throw asThrown(error, { nothingDone: isFirst });
    }
  }

  /** The last statements and COMMIT in one round trip: where one fails, the server skips COMMIT. */
  async #commitWithLast(): Promise<string | undefined> {
    const acrossTenants = this.#acrossTenants;
    const last = [...this.#atCommit, ...acrossTenants];
    // The role lasts until the end of the transaction.
    const asJob = acrossTenants.length === 0 ? [] : [this.#becomeJob, ...acrossTenants];
    const steps = [...this.#takeUnsent(), ...asJob, COMMIT];
    try {
      const results = await this.#traced(last, () => this.#send(steps));
      this.#phase = 'over';
      return results.at(-1)?.tag;
    } catch (error) {
      this.#broken ||= breaksConnection(error);
      if (connectionIsLost(error)) throw asCommitUnknown(error);
      if (this.#failure !== undefined) return 'ROLLBACK';
      throw asThrown(error);
    } finally {
      this.#broken ||= this.#phase === 'over' && this.#client.getTransactionStatus() !== 'I';
    }
  }

  /** The prologue, before the first statement, and what waits for COMMIT. */
  #takeUnsent(): Step[] {
    const prologue = this.#phase === 'unsent' ? this.#prologue : [];
    this.#phase = 'open';
    return [...prologue, ...this.#atCommit.splice(0)];
  }

  /** A span for each of the steps, all of the time that they take together. */
  async #traced<T>(steps: readonly Step[], run: () => Promise<T>): Promise<T> {
    if (!isRecorded()) return run();
    let running: Promise<T> | undefined;
    const once = () => (running ??= run());
    await Promise.all(steps.map((step) => this.#traceStatement(summaryOf(step), once)));
    return once();
  }

  async #end(command: 'COMMIT' | 'ROLLBACK'): Promise<string | undefined> {
    const wasOpen = this.#phase === 'open';
    this.#phase = 'over';
    if (!wasOpen) return undefined;
    try {
      return (await this.#commits.over(this.#client.query(command))).command;
    } catch (error) {
      throw connectionIsLost(error) ? asCommitUnknown(error) : asThrown(error);
    } finally {
      this.#broken ||= this.#client.getTransactionStatus() !== 'I';
    }
  }
}

type Run = (steps: readonly Step[]) => Promise<StepResult[]>;

const WRITES_NOTHING: Step = {
  name: 'kit_writes_nothing',
  text: 'select where pg_current_xact_id_if_assigned() is null',
  values: [],
};
const COMMIT: Step = { name: 'kit_commit', text: 'commit', values: [], silent: true };

interface Last {
  readonly atCommit: Step[];
  readonly acrossTenants: Step[];
}

function txOver(run: Run, last: Last, effects: (() => void)[]): Tx {
  const putLast = (steps: Step[], statement: Statement): void => {
    const step = wireStep(statement);
    refuseTransactionControl(step);
    steps.push(step);
  };
  let orm: NodePgDatabase | undefined;
  return {
    query: async <R>(statement: string | Statement, values?: readonly unknown[]) => {
      const given: Statement = typeof statement === 'string' ? { text: statement } : statement;
      const [result] = await run([wireStep({ ...given, values: values ?? given.values })]);
      return (result?.rows ?? []) as R[];
    },
    queryAll: async <Rows extends readonly unknown[]>(statements: StatementsOf<Rows>) => {
      const results = await run((statements as readonly Statement[]).map(wireStep));
      return results.map(({ rows }) => rows) as ResultsOf<Rows>;
    },
    atCommit: (statement) => putLast(last.atCommit, statement),
    atCommitAcrossTenants: (statement) => putLast(last.acrossTenants, statement),
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
  readonly #run: Run;

  constructor(run: Run) {
    this.#run = run;
  }

  async query(config: Statement & { rowMode?: string }, values?: readonly unknown[]): Promise<StepResult> {
    const { name, text, rowMode } = config;
    const [result] = await this.#run([wireStep({ name, text, values, asArrays: rowMode === 'array' })]);
    return result ?? { rows: [], rowCount: null };
  }
}

/** The name of the statement, or its verb and table: `insert_tenants`. */
function summaryOf({ name, text }: Step): string {
  if (name !== undefined) return name;
  const verb = /[a-z]+/i.exec(text)?.[0] ?? 'unnamed';
  const table = /\b(?:from|into|update)\s+(?:"?\w+"?\.)?"?(\w+)"?/i.exec(text)?.[1];
  return (table === undefined ? verb : `${verb}_${table}`).toLowerCase();
}

function refuseTransactionControl(step: Step): void {
  if (!/^\s*(begin|commit|rollback)\s*;?\s*$/i.test(step.text)) return;
  throw new Error('a transaction is open already; inTenant and acrossTenants begin and end it');
}
