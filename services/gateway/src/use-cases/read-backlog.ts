import type { BacklogReport } from '@lodging/contract-wire';
import { gather } from './ops-ports.ts';
import type { ServiceUpkeep, Unreached } from './ops-ports.ts';

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
