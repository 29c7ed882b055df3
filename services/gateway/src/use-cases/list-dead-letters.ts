import type { DeadLetterRecord } from '@lodging/contract-wire';
import { ok } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { writeCursor } from '../domain/cursor.ts';
import type { Seal } from '../domain/cursor.ts';
import { readPage } from './page-list.ts';
import type { PageWanted } from './page-list.ts';
import { gather } from './ops-ports.ts';
import type { ServiceUpkeep, Unreached } from './ops-ports.ts';

const scope = { list: 'dead-letters', tenantId: 'platform' };

export interface DeadLetterOf extends DeadLetterRecord {
  readonly service: string;
}

export interface DeadLetterPage {
  readonly deadLetters: DeadLetterOf[];
  readonly nextCursor: string | null;
  readonly unreached: Unreached[];
}

interface Wanted extends PageWanted {
  readonly service?: string | undefined;
  readonly consumer?: string | undefined;
  readonly includeReplayed: boolean;
}

export async function listDeadLetters(
  { services, seal }: { services: readonly ServiceUpkeep[]; seal: Seal },
  { service, consumer, includeReplayed, ...wanted }: Wanted,
  requestId: string,
): Promise<Result<DeadLetterPage, Refusal<'invalid_cursor'>>> {
  const page = readPage(seal, scope, wanted);
  if (!page.ok) return page;
  const { limit, after } = page.value;
  const asked = services.filter((one) => service === undefined || one.service === service);
  const { answers, unreached } = await gather(asked, (one) =>
    one.listDeadLetters({ limit, after, consumer, includeReplayed }, requestId),
  );
  const found = answers.flatMap((answer) =>
    answer.value.deadLetters.map((letter) => ({ ...letter, service: answer.service })),
  );
  const shown = found.toSorted(byDeath).slice(0, limit);
  const last = shown.at(-1);
  const more = found.length > limit && last !== undefined;
  const nextCursor = more ? writeCursor(seal, scope, { createdAt: last.diedAt, id: last.id }) : null;
  return ok({ deadLetters: shown, nextCursor, unreached });
}

function byDeath(one: DeadLetterRecord, other: DeadLetterRecord): number {
  const order = Temporal.Instant.compare(one.diedAt, other.diedAt);
  if (order !== 0) return order;
  return one.id < other.id ? -1 : 1;
}
