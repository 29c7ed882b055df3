import type { Clock } from '@lodging/kernel';
import { decideDelivery, isSuccess } from '../../domain/deliveries/attempt.ts';
import type { AttemptResult } from '../../domain/deliveries/attempt.ts';
import type { DeliveryLease, DeliveryOutcome, DeliveryQueue, WebhookSender } from '../../ports/deliveries.ts';
import type { SecretVault } from '../../ports/endpoints.ts';
import type { FairSemaphore } from '@lodging/kit-runtime';
import type { EndpointKey } from '../../domain/endpoints/endpoint.ts';

export interface EndpointWorkerDeps {
  readonly queue: DeliveryQueue;
  readonly sender: Pick<WebhookSender, 'send'>;
  readonly vault: Pick<SecretVault, 'open'>;
  readonly clock: Clock;
  readonly random: () => number;
  /** The lease owner: this process. */
  readonly owner: string;
  /** Failing endpoints have permits of their own, so that they cannot use up those of healthy ones. */
  readonly permits: { readonly healthy: FairSemaphore; readonly failing: FairSemaphore };
  /** Statements at once: a tenant with very many deliveries leaves the connections of the database to others. */
  readonly statements: FairSemaphore;
  readonly onError: (error: unknown, endpoint: EndpointKey) => void;
  /** No attempt begins any more. */
  readonly isStopping: () => boolean;
  /** Ends running attempts. */
  readonly signal: AbortSignal;
}

export interface EndpointWorkerOptions {
  /** The state of the endpoint when this process last delivered to it. */
  readonly wasFailing: boolean;
  readonly onIdle: (isFailing: boolean) => void;
}

const CONCURRENCY = 5;
const RECORD_ATTEMPTS = 3;

/** Delivers to one endpoint, a few deliveries at a time, for as long as some are due. */
export class EndpointWorker {
  readonly #deps: EndpointWorkerDeps;
  readonly #endpoint: EndpointKey;
  readonly #onIdle: EndpointWorkerOptions['onIdle'];
  readonly #finished: DeliveryOutcome[] = [];
  #inFlight = 0;
  #isClaiming = false;
  #mayBeDue = false;
  #isRecording = false;
  #isFailing: boolean;

  constructor(
    deps: EndpointWorkerDeps,
    endpoint: EndpointKey,
    { wasFailing, onIdle }: EndpointWorkerOptions,
  ) {
    this.#deps = deps;
    this.#endpoint = endpoint;
    this.#isFailing = wasFailing;
    this.#onIdle = onIdle;
  }

  /** Claims what is due, now or as soon as there is capacity. */
  wake(): void {
    this.#mayBeDue = true;
    if (!this.#isClaiming) void this.#claimWhileDue();
  }

  async #claimWhileDue(): Promise<void> {
    this.#isClaiming = true;
    try {
      while (this.#mayBeDue && !this.#deps.isStopping()) {
        this.#mayBeDue = false;
        await this.#claim();
      }
    } catch (error) {
      this.#deps.onError(error, this.#endpoint);
    }
    this.#isClaiming = false;
    this.#reportIdle();
  }

  async #claim(): Promise<void> {
    if (this.#inFlight >= CONCURRENCY) return;
    const { queue, statements, clock, owner, isStopping } = this.#deps;
    const { tenantId } = this.#endpoint;
    const semaphore = this.#permits();
    const granted = await semaphore.acquire(tenantId, CONCURRENCY - this.#inFlight);
    let leases: DeliveryLease[] = [];
    try {
      leases = await statements.run(tenantId, async () =>
        isStopping() ? [] : queue.claim(this.#endpoint, owner, granted, clock.now()),
      );
    } finally {
      semaphore.release(tenantId, granted - leases.length);
    }
    this.#begin(leases, semaphore);
    this.#mayBeDue ||= leases.length === granted;
  }

  #permits(): FairSemaphore {
    const { permits } = this.#deps;
    return this.#isFailing ? permits.failing : permits.healthy;
  }

  #begin(leases: readonly DeliveryLease[], semaphore: FairSemaphore): void {
    this.#inFlight += leases.length;
    for (const lease of leases) void this.#deliver(lease, semaphore);
  }

  async #deliver(lease: DeliveryLease, semaphore: FairSemaphore): Promise<void> {
    const outcome = await attemptDelivery(this.#deps, lease);
    semaphore.release(lease.tenantId, 1);
    if (outcome === undefined) this.#inFlight -= 1;
    else this.#finished.push(outcome);
    if (!this.#isRecording) await this.#record();
  }

  /** Outcomes that arrive while others are recorded are recorded together. */
  async #record(): Promise<void> {
    this.#isRecording = true;
    while (this.#finished.length > 0) {
      const outcomes = this.#finished.splice(0);
      this.#isFailing = !outcomes.some(({ result }) => isSuccess(result));
      await this.#recordAndClaim(outcomes);
    }
    this.#isRecording = false;
    this.#reportIdle();
  }

  /**
   * The next deliveries are leased in the same commit where their permits are free at once. Not after failures: leases of a
   * paced endpoint lock the row of its host before that of the endpoint, and an outcome locks the endpoint first.
   */
  async #recordAndClaim(outcomes: readonly DeliveryOutcome[]): Promise<void> {
    const { tenantId } = this.#endpoint;
    const semaphore = this.#permits();
    const places = this.#isClaiming || this.#isFailing ? 0 : CONCURRENCY - this.#inFlight + outcomes.length;
    const granted = semaphore.tryAcquire(tenantId, places);
    if (granted > 0) [this.#isClaiming, this.#mayBeDue] = [true, false];
    const leases = await recordOutcomes(this.#deps, this.#endpoint, outcomes, granted);
    semaphore.release(tenantId, granted - (leases?.length ?? 0));
    this.#inFlight -= outcomes.length;
    this.#begin(leases ?? [], semaphore);
    if (granted > 0) this.#isClaiming = false;
    const isAllLeased = leases !== undefined && leases.length < granted;
    if (this.#mayBeDue || !isAllLeased) this.wake();
  }

  #reportIdle(): void {
    if (this.#inFlight === 0 && !this.#isClaiming && !this.#isRecording) this.#onIdle(this.#isFailing);
  }
}

/** Undefined: ended by this process, not by the receiver; the next owner of the delivery sends it again. */
async function attemptDelivery(
  deps: EndpointWorkerDeps,
  lease: DeliveryLease,
): Promise<DeliveryOutcome | undefined> {
  const { sender, clock, random, signal } = deps;
  const { tenantId, url, eventId, eventType, reservationId, body, traceparent, attemptsBefore } = lease;
  const secrets = openSecrets(deps, lease);
  const result: AttemptResult =
    secrets.length === 0
      ? { at: clock.now(), status: null, durationMs: 0, error: 'The secret of the endpoint cannot be read.' }
      : await sender.send({
          tenantId,
          url,
          eventId,
          eventType,
          reservationId,
          body,
          secrets,
          traceparent,
          signal,
        });
  if (signal.aborted && result.status === null) return undefined;
  const decision = decideDelivery(result, { attemptsBefore, random: random(), now: clock.now() });
  return { lease, result, decision };
}

function openSecrets({ vault }: EndpointWorkerDeps, lease: DeliveryLease): string[] {
  return lease.sealedSecrets.flatMap((sealed) => vault.open(lease.tenantId, lease.endpointId, sealed) ?? []);
}

/**
 * The next leases, at most `limit`. Undefined: an outcome that cannot be recorded is sent again under the same event id once
 * its lease has expired.
 */
async function recordOutcomes(
  { queue, statements, owner, clock, isStopping, onError }: EndpointWorkerDeps,
  endpoint: EndpointKey,
  outcomes: readonly DeliveryOutcome[],
  limit: number,
): Promise<DeliveryLease[] | undefined> {
  for (let attempt = 1; attempt <= RECORD_ATTEMPTS; attempt += 1) {
    try {
      return await statements.run(endpoint.tenantId, async () => {
        if (limit > 0 && !isStopping())
          return queue.recordAndClaim(endpoint, owner, outcomes, limit, clock.now());
        await queue.record(endpoint, owner, outcomes, clock.now());
        return [];
      });
    } catch (error) {
      onError(error, endpoint);
    }
  }
  return undefined;
}
