import type { TypeParser } from '../columns/value-types.ts';

export interface Column {
  readonly name: string;
  readonly parse: TypeParser;
}

/** The part of the driver's connection that a batch uses. */
export interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  parse(statement: { name: string; text: string }): void;
  bind(portal: { statement: string; values: readonly unknown[] }): void;
  describe(portal: { type: 'P' }): void;
  execute(portal: object): void;
  sync(): void;
  on(event: 'parseComplete', listener: () => void): void;
}

interface Named {
  readonly name?: string | undefined;
  readonly text: string;
}

/** The statements that are prepared on a connection, and the columns of their results. */
export interface PreparedStatements {
  /** The name belongs to a statement with another text. */
  conflictsWith(statement: Named): boolean;
  /** True if a Parse must be sent. If so, its completion is expected in order, for the batch `owner`. */
  expectParse(owner: object, statement: Named): boolean;
  columnsOf(statement: Named): Column[] | undefined;
  keepColumns(statement: Named, columns: Column[]): void;
  /** The batch failed: statements whose Parse is not confirmed are not prepared. */
  discard(owner: object): void;
}

const byConnection = new WeakMap<Wire, PreparedStatements>();

export function preparedStatementsOf(wire: Wire): PreparedStatements {
  const known = byConnection.get(wire);
  if (known !== undefined) return known;
  const created = trackStatements(wire);
  byConnection.set(wire, created);
  return created;
}

/** The server answers in the order of the requests, so a completion is that of the first expected Parse. */
function trackStatements(wire: Wire): PreparedStatements {
  const texts = new Map<string, string>();
  const columns = new Map<string, Column[]>();
  let expected: { owner: object; name: string | undefined }[] = [];
  wire.on('parseComplete', () => {
    expected.shift();
  });
  return {
    conflictsWith: ({ name, text }) => name !== undefined && (texts.get(name) ?? text) !== text,
    expectParse: (owner, { name, text }) => {
      if (name !== undefined) {
        if (texts.has(name)) return false;
        texts.set(name, text);
      }
      expected.push({ owner, name });
      return true;
    },
    columnsOf: ({ name }) => (name === undefined ? undefined : columns.get(name)),
    keepColumns: ({ name }, found) => {
      if (name !== undefined) columns.set(name, found);
    },
    discard: (owner) => {
      for (const { owner: expectedBy, name } of expected) {
        if (expectedBy === owner && name !== undefined) texts.delete(name);
      }
      expected = expected.filter((expectation) => expectation.owner !== owner);
    },
  };
}
