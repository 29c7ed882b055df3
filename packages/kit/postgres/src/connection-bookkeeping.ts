import type { TypeParser } from './value-types.ts';

export interface Column {
  readonly name: string;
  readonly parse: TypeParser;
}

/** The part of the driver's connection that a batch writes to and listens on. */
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

export interface Bookkeeping {
  /** The name is taken by a statement with another text. */
  hasOther(statement: Named): boolean;
  /** Whether a Parse must be sent; if so its completion is expected in order, on behalf of `owner`. */
  expectParse(owner: object, statement: Named): boolean;
  columnsOf(statement: Named): Column[] | undefined;
  keepColumns(statement: Named, columns: Column[]): void;
  /** The batch failed: what it had asked to prepare and the server has not confirmed is not prepared. */
  forget(owner: object): void;
}

const books = new WeakMap<Wire, Bookkeeping>();

export function bookkeepingOf(wire: Wire): Bookkeeping {
  const known = books.get(wire);
  if (known !== undefined) return known;
  const made = openBooks(wire);
  books.set(wire, made);
  return made;
}

/** The server answers in the order of the requests, so the first expectation is the one that is met. */
function openBooks(wire: Wire): Bookkeeping {
  const texts = new Map<string, string>();
  const columns = new Map<string, Column[]>();
  let expected: { owner: object; name: string | undefined }[] = [];
  wire.on('parseComplete', () => {
    expected.shift();
  });
  return {
    hasOther: ({ name, text }) => name !== undefined && (texts.get(name) ?? text) !== text,
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
    forget: (owner) => {
      for (const { owner: whose, name } of expected) {
        if (whose === owner && name !== undefined) texts.delete(name);
      }
      expected = expected.filter((expectation) => expectation.owner !== owner);
    },
  };
}
