import type { ReadStatement } from '../connections/database.ts';

/** A statement that changes rows, under a name by which the others of its composition may read its RETURNING. */
export type Part = readonly [alias: string, statement: ReadStatement];

interface Composed {
  readonly sources: readonly string[];
  readonly text: string;
}

/** Kilobytes of SQL that are the same for each execution. */
const known = new Map<string, Composed>();

/**
 * One statement of several. All of them see the tables as they were before it, so no row may be changed by two. The parts
 * are data-modifying `WITH` queries, which Postgres takes at the top level alone: none of them may begin with WITH itself.
 * `name` must be that of one composition.
 */
export function composedStatement(name: string, parts: readonly Part[], last: ReadStatement): ReadStatement {
  const statements = [...parts.map(([, statement]) => statement), last];
  const sources = statements.map(({ text }) => text);
  const values = statements.flatMap((statement) => statement.values);
  const found = known.get(name);
  if (found === undefined) {
    const text = compose(parts, last);
    known.set(name, { sources, text });
    return { name, text, values };
  }
  if (found.sources.length !== sources.length || found.sources.some((text, at) => text !== sources[at]))
    throw new Error(`two compositions are named ${name}`);
  return { name, text: found.text, values };
}

function compose(parts: readonly Part[], last: ReadStatement): string {
  let count = 0;
  const take = ({ text, values }: ReadStatement): string => {
    const renumbered = text.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + count}`);
    count += values.length;
    return renumbered;
  };
  const queries = parts.map(([alias, statement]) => `${alias} AS (${take(statement)})`);
  return queries.length === 0 ? take(last) : `WITH ${queries.join(', ')} ${take(last)}`;
}
