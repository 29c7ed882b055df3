/** What would hold up the service on a large table: a lock while the table is read or written, or a new copy of it. */
export interface Finding {
  readonly statement: string;
  readonly why: string;
}

const CONCURRENT = '-- without a transaction';
/** Computed for each row, so that adding the column rewrites the table. */
const VOLATILE = /\bDEFAULT\s+(?:gen_random_uuid|random|clock_timestamp|nextval|uuid_generate\w*)\s*\(/i;

interface Rule {
  readonly applies: RegExp;
  readonly unless?: RegExp;
  readonly why: string;
}

/** Of a statement about a table that is not made in the same file. */
const RULES: readonly Rule[] = [
  {
    applies: /^CREATE\s+(?:UNIQUE\s+)?INDEX\b/i,
    unless: /^CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\b/i,
    why: 'stops writes while the index is built: CREATE INDEX CONCURRENTLY, in a file of its own',
  },
  {
    applies: /\bADD\s+(?:CONSTRAINT\s+\S+\s+)?(?:CHECK|FOREIGN\s+KEY)\b/i,
    unless: /\bNOT\s+VALID\b/i,
    why: 'reads the table under a lock: NOT VALID, and VALIDATE CONSTRAINT in a later file',
  },
  {
    applies: /\bADD\s+(?:CONSTRAINT\s+\S+\s+)?(?:UNIQUE|PRIMARY\s+KEY)\b/i,
    unless: /\bUSING\s+INDEX\b/i,
    why: 'builds an index under a lock: CREATE UNIQUE INDEX CONCURRENTLY first, then USING INDEX',
  },
  {
    applies: /\bSET\s+NOT\s+NULL\b/i,
    why: 'reads the table under a lock: a CHECK that is NOT VALID, then VALIDATE',
  },
  {
    applies: /\bALTER\s+(?:COLUMN\s+)?\w+\s+(?:SET\s+DATA\s+)?TYPE\b/i,
    why: 'rewrites the table: a new column beside the old one',
  },
  {
    applies: /\bADD\s+(?:COLUMN\s+)?\w+[^,]*\b(?:GENERATED|SERIAL|BIGSERIAL)\b/i,
    why: 'rewrites the table: a nullable column that a timer fills',
  },
  {
    applies: /^ALTER\s+TABLE\b(?=[\s\S]*\bADD\b)/i,
    unless: new RegExp(`^(?![\\s\\S]*${VOLATILE.source})`, 'i'),
    why: 'computes a value for each row: no default, or a constant one',
  },
  {
    applies: /^(?:UPDATE|DELETE\s+FROM)\b/i,
    why: 'touches every row in one transaction: a timer works it off in parts',
  },
  {
    applies: /^ALTER\s+TABLE\b[\s\S]*\bRENAME\b/i,
    why: 'breaks the release before, which runs beside this one: a new name beside the old one',
  },
  { applies: /^(?:CLUSTER|VACUUM\s+FULL)\b/i, why: 'rewrites the table' },
  { applies: /^REINDEX\b/i, unless: /\bCONCURRENTLY\b/i, why: 'stops writes: REINDEX CONCURRENTLY' },
];

/** What a migration would do to a service with millions of rows that goes on working beside it. */
export function findLocks(sql: string): Finding[] {
  const statements = statementsOf(sql);
  const made = new Set(statements.flatMap((statement) => madeBy(statement) ?? []));
  const ofOthers = statements.filter((statement) => !made.has(tableOf(statement) ?? ''));
  return [
    ...ofOthers.flatMap((statement) =>
      RULES.filter(({ applies, unless }) => applies.test(statement) && unless?.test(statement) !== true).map(
        ({ why }) => ({ statement, why }),
      ),
    ),
    ...findUnrepeatable(sql, statements),
  ];
}

/** An index that was not finished stays behind, is never used, and keeps its name. */
function findUnrepeatable(sql: string, statements: readonly string[]): Finding[] {
  const concurrent = statements.filter((statement) => /\bINDEX\s+CONCURRENTLY\b/i.test(statement));
  if (concurrent.length > 0 && !sql.startsWith(CONCURRENT))
    return concurrent.map((statement) => ({
      statement,
      why: `the first line of the file must be \`${CONCURRENT}\``,
    }));
  return concurrent.flatMap((statement) => {
    const name = /^CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+(\w+)/i.exec(statement)?.[1];
    const dropped = new RegExp(`^DROP\\s+INDEX\\s+CONCURRENTLY\\s+IF\\s+EXISTS\\s+${name}\\b`, 'i');
    return name === undefined || statements.some((other) => dropped.test(other))
      ? []
      : [
          {
            statement,
            why: `DROP INDEX CONCURRENTLY IF EXISTS ${name} comes first, for an attempt that failed`,
          },
        ];
  });
}

/** Bodies of DO and of functions are left out. */
function statementsOf(sql: string): string[] {
  return sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

function madeBy(statement: string): string | undefined {
  return /^CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(\S+)/i.exec(statement)?.[1];
}

function tableOf(statement: string): string | undefined {
  const [, altered] = /^(?:ALTER\s+TABLE|UPDATE|DELETE\s+FROM)\s+(?:ONLY\s+)?(\S+)/i.exec(statement) ?? [];
  const [, indexed] = /^CREATE\s+(?:UNIQUE\s+)?INDEX\s+[\s\S]*?\bON\s+([^\s(]+)/i.exec(statement) ?? [];
  return altered ?? indexed;
}
