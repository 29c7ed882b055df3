import type { BacklogReport, DeadLetterRecord, HealthReport, WholeDeadLetter } from '@lodging/contract-wire';
import type { Refusal, Result } from '@lodging/kernel';

/** A service that is away is an answer here: the others are told all the same. */
export type Reached<T, R = Refusal> =
  | { readonly reached: true; readonly answer: Result<T, R> }
  | { readonly reached: false; readonly why: string };

export interface DeadLettersWanted {
  readonly limit: number;
  readonly after: { createdAt: string; id: string } | null;
  readonly consumer?: string | undefined;
  readonly includeReplayed: boolean;
}

export interface ServiceUpkeep {
  readonly service: string;
  reportHealth(requestId: string): Promise<Reached<HealthReport>>;
  reportBacklog(requestId: string): Promise<Reached<BacklogReport>>;
  /** One more than the limit where there are more. */
  listDeadLetters(
    wanted: DeadLettersWanted,
    requestId: string,
  ): Promise<Reached<{ deadLetters: DeadLetterRecord[] }>>;
  readDeadLetter(deadLetterId: string, requestId: string): Promise<Reached<WholeDeadLetter>>;
  replayDeadLetter(deadLetterId: string, requestId: string): Promise<Reached<DeadLetterRecord>>;
}

/** A service of which nothing could be learned, and why. */
export interface Unreached {
  readonly service: string;
  readonly why: string;
}

/** What was learned of those that answered; a refusal of a service is a fault between us and it. */
export async function gather<T>(
  services: readonly ServiceUpkeep[],
  ask: (service: ServiceUpkeep) => Promise<Reached<T>>,
): Promise<{ answers: { service: string; value: T }[]; unreached: Unreached[] }> {
  const answers: { service: string; value: T }[] = [];
  const unreached: Unreached[] = [];
  const outcomes = await Promise.all(
    services.map(async (service) => ({ name: service.service, outcome: await ask(service) })),
  );
  for (const { name, outcome } of outcomes) {
    if (!outcome.reached) unreached.push({ service: name, why: outcome.why });
    else if (outcome.answer.ok) answers.push({ service: name, value: outcome.answer.value });
    else unreached.push({ service: name, why: outcome.answer.refusal.detail });
  }
  return { answers, unreached };
}
