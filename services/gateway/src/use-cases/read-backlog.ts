// Owns what waits in the services: in their outboxes, and before their consumers.
import type { BacklogReport } from '@lodging/contract-wire';
import { gather } from './upkeep-ports.ts';
import type { ServiceUpkeep, Unreached } from './upkeep-ports.ts';

export interface BacklogOf extends BacklogReport {
  readonly service: string;
}

export async function readBacklog(
  { services }: { services: readonly ServiceUpkeep[] },
  requestId: string,
): Promise<{ services: BacklogOf[]; unreached: Unreached[] }> {
  const { answers, unreached } = await gather(services, (one) => one.reportBacklog(requestId));
  return { services: answers.map(({ service, value }) => ({ service, ...value })), unreached };
}
