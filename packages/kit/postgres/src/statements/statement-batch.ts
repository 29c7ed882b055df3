import pg from 'pg';
import { preparedStatementsOf } from './prepared-statements.ts';
import type { Column, PreparedStatements, Wire } from './prepared-statements.ts';
import { StatementMisused } from '../connections/errors.ts';
import { typeParser, wireValues } from '../columns/value-types.ts';

export interface Step {
  /** A named statement is prepared and described once per connection, unless `isPrepared` is false. */
  readonly name?: string | undefined;
  readonly isPrepared?: boolean | undefined;
  readonly text: string;
  /** As they go over the wire. */
  readonly values: readonly unknown[];
  /** Rows as arrays of columns instead of objects. */
  readonly asArrays?: boolean;
  /** Its rows are not used, so their description is not requested. */
  readonly silent?: boolean;
}

export interface StepResult {
  readonly rows: unknown[];
  rowCount: number | null;
  /** The command tag: `UPDATE 1`, `COMMIT`. */
  tag?: string;
}

type Callback = (error: Error | null | undefined) => void;
type RawRow = readonly (string | null)[];

/** Serializes the values before anything is sent, so that a value which cannot be serialized breaks no connection. */
export function wireStep(
  statement: Omit<Step, 'values'> & { values?: readonly unknown[] | undefined },
): Step {
  return { ...statement, values: wireValues(statement.values ?? []) };
}

/** Runs the steps in order on a connection; the promise rejects with the first error, and later steps do not run. */
export function runBatch(client: pg.ClientBase, steps: readonly Step[]): Promise<StepResult[]> {
  return new Promise((resolve, reject) => {
    const batch: StatementBatch = new StatementBatch(steps, (error) => {
      if (error) reject(error);
      else resolve(batch.results);
    });
    client.query(batch);
  });
}

/**
 * Without BEGIN among them the steps are one implicit transaction that ends with the Sync: committed when all
 * succeed, rolled back when one fails. With BEGIN first, the transaction remains open behind them.
 */
class StatementBatch extends pg.Query {
  readonly results: StepResult[];
  /** Public because the driver replaces it where a query timeout is set. */
  callback: Callback;
  readonly #steps: readonly Step[];
  #prepared: PreparedStatements | undefined;
  #columns: Column[] = [];
  #current = 0;
  #failure: Error | undefined;

  constructor(steps: readonly Step[], callback: Callback) {
    // As an object the text would be copied, field by field, for each batch.
    super('');
    this.#steps = steps;
    this.results = steps.map(() => ({ rows: [], rowCount: null }));
    this.callback = callback;
  }

  override submit = (connection: unknown): Error | undefined => {
    const wire = connection as Wire;
    const prepared = preparedStatementsOf(wire);
    const clash = this.#steps.find((step) => prepared.conflictsWith(asKept(step)));
    if (clash) return new StatementMisused(`two statements are both named ${String(clash.name)}`);
    this.#prepared = prepared;
    wire.stream.cork();
    for (const step of this.#steps) this.#send(wire, prepared, step);
    wire.sync();
    // Batches of one tick, and a COMMIT right after them, are one write to the socket.
    process.nextTick(() => wire.stream.uncork());
    this.#enter(0);
    return undefined;
  };

  #send(wire: Wire, prepared: PreparedStatements, step: Step): void {
    const kept = asKept(step);
    const statement = kept.name ?? '';
    if (prepared.expectParse(this, kept)) wire.parse({ name: statement, text: step.text });
    wire.bind({ statement, values: step.values });
    if (!step.silent && prepared.columnsOf(kept) === undefined) wire.describe({ type: 'P' });
    wire.execute({});
  }

  #enter(index: number): void {
    this.#current = index;
    const step = this.#steps[index];
    this.#columns = (step && this.#prepared?.columnsOf(asKept(step))) ?? [];
  }

  handleRowDescription(message: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#columns = message.fields.map((field) => ({
      name: field.name,
      parse: typeParser(field.dataTypeID),
    }));
  }

  handleDataRow(message: { fields: RawRow }): void {
    const step = this.#steps[this.#current];
    if (step === undefined || step.silent || this.#failure) return;
    try {
      const row = step.asArrays
        ? rowAsArray(this.#columns, message.fields)
        : rowAsObject(this.#columns, message.fields);
      this.results[this.#current]?.rows.push(row);
    } catch (error) {
      this.#failure = new StatementMisused('a value of the result could not be parsed', { cause: error });
    }
  }

  handleCommandComplete(message: { text: string }): void {
    const step = this.#steps[this.#current];
    const result = this.results[this.#current];
    if (step && !step.silent) this.#prepared?.keepColumns(asKept(step), this.#columns);
    if (result) {
      result.tag = message.text;
      result.rowCount = countOf(message.text);
    }
    this.#enter(this.#current + 1);
  }

  handleEmptyQuery(): void {
    this.#enter(this.#current + 1);
  }

  handleError(error: Error): void {
    this.#prepared?.discard(this);
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.callback(this.#failure);
  }
}

/** As the connection keeps it: without a name it is gone with the next one. */
function asKept(step: Step): Pick<Step, 'name' | 'text'> {
  return step.isPrepared === false ? { text: step.text } : step;
}

function rowAsObject(columns: readonly Column[], raw: RawRow): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  let index = 0;
  for (const { name, parse } of columns) {
    const text = raw[index] ?? null;
    row[name] = text === null ? null : parse(text);
    index += 1;
  }
  return row;
}

function rowAsArray(columns: readonly Column[], raw: RawRow): unknown[] {
  return columns.map((column, index) => {
    const text = raw[index] ?? null;
    return text === null ? null : column.parse(text);
  });
}

/** The command tag ends with the number of rows: `INSERT 0 3`, `SELECT 12`. */
function countOf(tag: string): number | null {
  const count = /(\d+)$/.exec(tag);
  return count === null ? null : Number(count[1]);
}
