import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { OpsClient, ServiceAnswer } from '../../ports/ops.ts';
import { callServices } from './collect-from-services.ts';
import type { CollectDeps } from './collect-from-services.ts';

/** Calls all services in parallel: at most one knows the id of the dead letter, the others change nothing. */
export async function callDeadLetterOwner<T extends object>(
  { services }: CollectDeps,
  call: (service: OpsClient) => Promise<ServiceAnswer<T>>,
): Promise<Result<T & { readonly service: string }>> {
  const unreached: string[] = [];
  for (const { service, answer } of await callServices(services, call)) {
    if (!answer.reached) unreached.push(service);
    else if (answer.result.ok) return ok({ ...answer.result.value, service });
    else if (answer.result.refusal.code !== 'dead_letter_not_found') return answer.result;
  }
  if (unreached.length === 0) return refuse('dead_letter_not_found', 'There is no such dead letter.');
  return refuse(
    'service_unavailable',
    `It may be stored in ${unreached.join(', ')}, which does not respond.`,
  );
}
