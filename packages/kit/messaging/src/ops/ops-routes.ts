import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import {
  dismissDeadLetter,
  findDeadLetter,
  listDeadLetters,
  replayDeadLetter,
} from '../inbox/dead-letters.ts';
import { on } from '../rpc/route.ts';
import { readBacklog } from './backlog.ts';
import type { BacklogDeps } from './backlog.ts';
import type { Bus } from '../bus/bus.ts';
import type { Operation } from '../rpc/operation.ts';
import type { Route } from '../rpc/route.ts';
import { readSchemaState } from '@lodging/kit-postgres';
import type { Database, MigrationSource } from '@lodging/kit-postgres';
import { reportHealth } from '@lodging/kit-runtime';
import type { HealthDeps, HealthReport } from '@lodging/kit-runtime';
import { backlogToWire, deadLetterToWire, deadLetterDetailToWire } from './ops-wire.ts';
import type { BacklogWire, DeadLetterWire, DeadLetterDetailWire } from './ops-wire.ts';

interface ListRequest {
  readonly limit: number;
  readonly after: { readonly createdAt: string; readonly id: string } | null;
  readonly consumer?: string | undefined;
  readonly includeReplayed: boolean;
}

/** As the service's own contract declares them. */
export interface OpsOperations {
  readonly reportHealth: Operation<object, HealthReport>;
  readonly reportBacklog: Operation<object, BacklogWire>;
  readonly listDeadLetters: Operation<ListRequest, { deadLetters: DeadLetterWire[] }>;
  readonly readDeadLetter: Operation<{ deadLetterId: string }, DeadLetterDetailWire>;
  readonly replayDeadLetter: Operation<{ deadLetterId: string }, DeadLetterWire>;
  readonly dismissDeadLetter: Operation<{ deadLetterId: string; reason: string }, DeadLetterWire>;
}

export interface OpsDeps extends Omit<HealthDeps, 'readDatabase'> {
  readonly db: Database;
  readonly bus: Bus;
  readonly migrations: readonly MigrationSource[];
  /** The stream of its own events; undefined in a service that publishes none. */
  readonly publishes?: string | undefined;
  readonly relay?: BacklogDeps['relay'];
  /** The streams that it consumes, under its own name. */
  readonly consumes: readonly string[];
}

export function opsRoutes(operations: OpsOperations, deps: OpsDeps): Route[] {
  const { db, bus, migrations, publishes, relay, consumes: streams } = deps;
  const consumes = streams.map((stream) => ({ stream, durable: bus.name }));
  return [
    on(operations.reportHealth, async () =>
      ok(await reportHealth({ ...deps, readDatabase: () => readSchemaState(db, migrations) })),
    ),
    on(operations.reportBacklog, async () =>
      ok(backlogToWire(await readBacklog({ db, bus, publishes, relay, consumes }))),
    ),
    ...deadLetterRoutes(operations, deps),
  ];
}

function deadLetterRoutes(operations: OpsOperations, { db, bus }: OpsDeps): Route[] {
  return [
    on(operations.listDeadLetters, async ({ limit, after, consumer, includeReplayed }) => {
      const position = after === null ? null : { diedAt: after.createdAt, id: after.id };
      const wanted = { consumer, includeReplayed, limit: limit + 1, after: position };
      return ok({ deadLetters: (await listDeadLetters(db, wanted)).map(deadLetterToWire) });
    }),
    on(operations.readDeadLetter, async ({ deadLetterId }) => {
      const letter = await findDeadLetter(db, deadLetterId);
      return letter === undefined ? deadLetterNotFound() : ok(deadLetterDetailToWire(letter));
    }),
    on(operations.replayDeadLetter, async ({ deadLetterId }): Promise<Result<DeadLetterWire>> => {
      const outcome = await replayDeadLetter(db, bus, deadLetterId);
      if (outcome === 'already-replayed') {
        return refuse('dead_letter_already_replayed', 'The message has had its effect since.');
      }
      const letter = outcome === 'requested' ? await findDeadLetter(db, deadLetterId) : undefined;
      return letter === undefined ? deadLetterNotFound() : ok(deadLetterToWire(letter));
    }),
    on(operations.dismissDeadLetter, async ({ deadLetterId, reason }): Promise<Result<DeadLetterWire>> => {
      const outcome = await dismissDeadLetter(db, deadLetterId, reason);
      if (outcome === 'already-ended')
        return refuse('dead_letter_already_replayed', 'It was replayed or dismissed before.');
      if (outcome === 'being-replayed') return refuse('dead_letter_being_replayed', 'It is replayed now.');
      const letter = outcome === 'dismissed' ? await findDeadLetter(db, deadLetterId) : undefined;
      return letter === undefined ? deadLetterNotFound() : ok(deadLetterToWire(letter));
    }),
  ];
}

function deadLetterNotFound() {
  return refuse('dead_letter_not_found', 'There is no such dead letter.');
}
