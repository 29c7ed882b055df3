// Owns the rows that every service has in its table of requests: how it is, what waits, and its dead letters.
import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { on } from '@lodging/kit-messaging';
import type { Bus, Operation, Route } from '@lodging/kit-messaging';
import { findDeadLetter, listDeadLetters, readBacklog, replayDeadLetter } from '@lodging/kit-outbox';
import { readSchemaState } from '@lodging/kit-postgres';
import type { Database, MigrationSource } from '@lodging/kit-postgres';
import { reportHealth } from '@lodging/kit-runtime';
import type { HealthParts, HealthReport } from '@lodging/kit-runtime';
import { backlogInWords, letterInWords, wholeLetterInWords } from './in-words.ts';
import type { BacklogInWords, LetterInWords, WholeLetterInWords } from './in-words.ts';

interface ListRequest {
  readonly limit: number;
  readonly after: { readonly createdAt: string; readonly id: string } | null;
  readonly consumer?: string | undefined;
  readonly includeReplayed: boolean;
}

/** As the service's own contract declares them. */
export interface UpkeepOperations {
  readonly reportHealth: Operation<object, HealthReport>;
  readonly reportBacklog: Operation<object, BacklogInWords>;
  readonly listDeadLetters: Operation<ListRequest, { deadLetters: LetterInWords[] }>;
  readonly readDeadLetter: Operation<{ deadLetterId: string }, WholeLetterInWords>;
  readonly replayDeadLetter: Operation<{ deadLetterId: string }, LetterInWords>;
}

export interface UpkeepParts extends Omit<HealthParts, 'readDatabase'> {
  readonly db: Database;
  readonly bus: Bus;
  readonly migrations: readonly MigrationSource[];
  /** The stream of its own events; undefined in a service that publishes none. */
  readonly publishes?: string;
  /** The streams it listens to, under its own name. */
  readonly hears: readonly string[];
}

export function upkeepRoutes(operations: UpkeepOperations, parts: UpkeepParts): Route[] {
  const { db, bus, migrations, publishes, hears } = parts;
  const consumes = hears.map((stream) => ({ stream, durable: bus.name }));
  return [
    on(operations.reportHealth, async () =>
      ok(await reportHealth({ ...parts, readDatabase: () => readSchemaState(db, migrations) })),
    ),
    on(operations.reportBacklog, async () =>
      ok(backlogInWords(await readBacklog({ db, bus, publishes, consumes }))),
    ),
    ...deadLetterRoutes(operations, parts),
  ];
}

function deadLetterRoutes(operations: UpkeepOperations, { db, bus }: UpkeepParts): Route[] {
  return [
    on(operations.listDeadLetters, async ({ limit, after, consumer, includeReplayed }) => {
      const position = after === null ? null : { diedAt: after.createdAt, id: after.id };
      const wanted = { consumer, includeReplayed, limit: limit + 1, after: position };
      return ok({ deadLetters: (await listDeadLetters(db, wanted)).map(letterInWords) });
    }),
    on(operations.readDeadLetter, async ({ deadLetterId }) => {
      const letter = await findDeadLetter(db, deadLetterId);
      return letter === undefined ? noSuchLetter() : ok(wholeLetterInWords(letter));
    }),
    on(operations.replayDeadLetter, async ({ deadLetterId }): Promise<Result<LetterInWords>> => {
      const outcome = await replayDeadLetter(db, bus, deadLetterId);
      if (outcome === 'already-replayed') {
        return refuse('dead_letter_already_replayed', 'The message has had its effect since.');
      }
      const letter = outcome === 'requested' ? await findDeadLetter(db, deadLetterId) : undefined;
      return letter === undefined ? noSuchLetter() : ok(letterInWords(letter));
    }),
  ];
}

function noSuchLetter() {
  return refuse('dead_letter_not_found', 'There is no such dead letter.');
}
