import type { DeadLetterRecord } from '@lodging/contract-wire';
import { pageOf } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { DeadLetterQuery } from '../../ports/ops.ts';
import { collectFromServices } from './collect-from-services.ts';
import type { CollectDeps, UnreachedService } from './collect-from-services.ts';

export type ServiceDeadLetter = DeadLetterRecord & { readonly service: string };

export interface DeadLetterPage {
  readonly deadLetters: ServiceDeadLetter[];
  readonly hasMore: boolean;
  readonly unreached: UnreachedService[];
}

export interface ListDeadLetters extends DeadLetterQuery {
  /** All services where absent. */
  readonly service?: string | undefined;
}

/** Merges the lists of the services, oldest first. */
export async function listDeadLetters(
  { services }: CollectDeps,
  ctx: RequestContext,
  { service, ...query }: ListDeadLetters,
): Promise<DeadLetterPage> {
  const selected = services.filter((client) => service === undefined || client.service === service);
  const { answers, unreached } = await collectFromServices({ services: selected }, (client) =>
    client.listDeadLetters(ctx, query),
  );
  const merged = answers.flatMap((answer) =>
    answer.value.deadLetters.map((deadLetter) => ({ ...deadLetter, service: answer.service })),
  );
  const { rows, hasMore } = pageOf(merged.toSorted(byDiedAt), query.limit);
  return { deadLetters: rows, hasMore, unreached };
}

function byDiedAt(one: DeadLetterRecord, other: DeadLetterRecord): number {
  const order = Temporal.Instant.compare(one.diedAt, other.diedAt);
  if (order !== 0) return order;
  return one.id < other.id ? -1 : 1;
}
