import { readResource } from '@lodging/contract-inventory';
import type { Bus } from '@lodging/kit-messaging';
import type { RequestContext } from '@lodging/kit-runtime';
import { roomNameOf } from '../../domain/stay/room-name.ts';
import type { RoomName } from '../../domain/stay/room-name.ts';
import type { ResourceNames } from '../../ports/guests.ts';

/** A text without the name is better than a guest who waits. */
const READ = { timeoutMs: 1_000 };
/** A new name is shown within this time. */
const KEEP_MS = 60_000;
const MAX_NAMES = 10_000;

interface Entry {
  readonly name: RoomName;
  readonly readAt: number;
}

export function createResourceNames(bus: Pick<Bus, 'request'>): ResourceNames {
  const entries = new Map<string, Entry>();
  return {
    async find(ctx, resourceId) {
      const key = `${ctx.tenantId} ${resourceId}`;
      const known = entries.get(key);
      if (known !== undefined && performance.now() - known.readAt < KEEP_MS) return known.name;
      const name = await readName(bus, ctx, resourceId);
      if (name === null) return known?.name ?? null;
      entries.delete(key);
      entries.set(key, { name, readAt: performance.now() });
      const [longestAgo] = entries.keys();
      if (entries.size > MAX_NAMES && longestAgo !== undefined) entries.delete(longestAgo);
      return name;
    },
  };
}

async function readName(
  bus: Pick<Bus, 'request'>,
  ctx: RequestContext,
  resourceId: string,
): Promise<RoomName | null> {
  try {
    const answer = await bus.request(readResource, { resourceId }, ctx, READ);
    return answer.ok ? roomNameOf(answer.value) : null;
  } catch {
    return null;
  }
}
