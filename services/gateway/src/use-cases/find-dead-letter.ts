import { refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { Reached, ServiceUpkeep } from './ops-ports.ts';

/** Asked of all at once: at most one knows the id, and the others do nothing. */
export async function askWhoKeeps<T extends object>(
  services: readonly ServiceUpkeep[],
  ask: (service: ServiceUpkeep) => Promise<Reached<T>>,
): Promise<Result<T & { readonly service: string }>> {
  const outcomes = await Promise.all(
    services.map(async (one) => ({ service: one.service, outcome: await ask(one) })),
  );
  const away: string[] = [];
  for (const { service, outcome } of outcomes) {
    if (!outcome.reached) away.push(service);
    else if (outcome.answer.ok) return { ok: true, value: { ...outcome.answer.value, service } };
    else if (outcome.answer.refusal.code !== 'dead_letter_not_found') return outcome.answer;
  }
  if (away.length === 0) return refuse('dead_letter_not_found', 'There is no such dead letter.');
  return refuse('service_unavailable', `It may be kept by ${away.join(', ')}, which does not answer.`);
}
