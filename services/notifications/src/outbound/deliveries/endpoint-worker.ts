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

/** Attempts at once. */
const CONCURRENCY = 5;
/**
 * Leases of a process while its receiver accepts everything at once. One for each attempt at a time would be a statement, and
 * a wait for it, for every two deliveries of a long queue.
 */
const MAX_LEASES = 20;
const PROMPT_MS = 250;
/** An attempt that begins later might take longer than its lease. */
const MAX_WAIT_MS = 10_000;
const ATTEMPTS_OF_A_PERMIT = MAX_LEASES / CONCURRENCY;
const RECORD_ATTEMPTS = 3;

/** Delivers to one endpoint, a few deliveries at a time, for as long as some are due. */
export class EndpointWorker {
  readonly #deps: EndpointWorkerDeps;
  readonly #endpoint: EndpointKey;
  readonly #onIdle: EndpointWorkerOptions['onIdle'];
  readonly #finished: DeliveryOutcome[] = [];
  /** Leased, and not begun. */
  readonly #waiting: { readonly lease: DeliveryLease; readonly since: number }[] = [];
  #leased = 0;
  #attempting = 0;
  #isClaiming = false;
  #mayBeDue = false;
  #isRecording = false;
  #isFailing: boolean;
  #isPrompt = false;

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
    const missing = Math.min(CONCURRENCY - this.#attempting, this.#room() + this.#waiting.length);
    if (missing <= 0 && this.#room() <= 0) return;
    const { permits } = this.#deps;
    const { tenantId } = this.#endpoint;
    const semaphore = this.#isFailing ? permits.failing : permits.healthy;
    const granted = missing > 0 ? await semaphore.acquire(tenantId, missing) : 0;
    let used = 0;
    try {
      await this.#lease(this.#isPrompt ? this.#room() : Math.min(granted, this.#room()));
      used = Math.min(granted, this.#waiting.length);
    } finally {
      semaphore.release(tenantId, granted - used);
    }
    for (let started = 0; started < used; started += 1) void this.#deliver(semaphore);
    this.#mayBeDue ||= this.#attempting === 0 && this.#waiting.length > 0;
  }

  async #lease(limit: number): Promise<void> {
    if (limit <= 0) return;
    const { queue, statements, clock, owner, isStopping } = this.#deps;
    const leases = await statements.run(this.#endpoint.tenantId, async () =>
      isStopping() ? [] : queue.claim(this.#endpoint, owner, limit, clock.now()),
    );
    const since = performance.now();
    this.#leased += leases.length;
    this.#waiting.push(...leases.map((lease) => ({ lease, since })));
    this.#mayBeDue ||= leases.length === limit;
  }

  /** How many more may be leased now. */
  #room(): number {
    if (!this.#isPrompt) return CONCURRENCY - this.#leased;
    return this.#waiting.length < CONCURRENCY ? MAX_LEASES - this.#leased : 0;
  }

  /** A few with one permit, one after the other; then it is the turn of others that wait for one. */
  async #deliver(semaphore: FairSemaphore): Promise<void> {
    this.#attempting += 1;
    for (let turn = 0; turn < ATTEMPTS_OF_A_PERMIT; turn += 1) {
      const lease = this.#next();
      if (lease === undefined) break;
      const outcome = await attemptDelivery(this.#deps, lease);
      if (outcome === undefined) this.#leased -= 1;
      else this.#finish(outcome);
      if (this.#waiting.length > 0 && !this.#isRecording) void this.#record();
    }
    this.#attempting -= 1;
    semaphore.release(this.#endpoint.tenantId, 1);
    if (this.#waiting.length > 0) this.wake();
    if (!this.#isRecording) await this.#record();
  }

  #next(): DeliveryLease | undefined {
    const [first] = this.#waiting;
    const isOld = first !== undefined && performance.now() - first.since > MAX_WAIT_MS;
    if (isOld || this.#deps.isStopping()) this.#releaseUnsent();
    const next = this.#waiting.shift();
    if (this.#isPrompt && this.#waiting.length < CONCURRENCY) this.wake();
    return next?.lease;
  }

  #finish(outcome: DeliveryOutcome): void {
    const { result } = outcome;
    this.#finished.push(outcome);
    this.#isPrompt = isSuccess(result) && result.durationMs < PROMPT_MS;
    // What waits behind a slow or failed attempt would wait for longer than its lease, or fail too.
    if (!this.#isPrompt) this.#releaseUnsent();
  }

  #releaseUnsent(): void {
    const leases = this.#waiting.splice(0).map(({ lease }) => lease);
    if (leases.length === 0) return;
    const { queue, statements, owner, onError } = this.#deps;
    statements
      .run(this.#endpoint.tenantId, () => queue.releaseUnsent(this.#endpoint, owner, leases))
      .catch((error: unknown) => onError(error, this.#endpoint))
      .finally(() => {
        this.#leased -= leases.length;
        this.wake();
      });
  }

  /** Outcomes that arrive while others are recorded are recorded together. */
  async #record(): Promise<void> {
    this.#isRecording = true;
    while (this.#finished.length > 0) {
      const outcomes = this.#finished.splice(0);
      await recordOutcomes(this.#deps, this.#endpoint, outcomes);
      this.#leased -= outcomes.length;
      this.#isFailing = !outcomes.some(({ result }) => isSuccess(result));
      this.wake();
    }
    this.#isRecording = false;
    this.#reportIdle();
  }

  #reportIdle(): void {
    if (this.#leased === 0 && !this.#isClaiming && !this.#isRecording) this.#onIdle(this.#isFailing);
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

/** An outcome that cannot be recorded is sent again under the same event id once its lease has expired. */
async function recordOutcomes(
  { queue, statements, owner, clock, onError }: EndpointWorkerDeps,
  endpoint: EndpointKey,
  outcomes: readonly DeliveryOutcome[],
): Promise<void> {
  for (let attempt = 1; attempt <= RECORD_ATTEMPTS; attempt += 1) {
    try {
      return await statements.run(endpoint.tenantId, () =>
        queue.record(endpoint, owner, outcomes, clock.now()),
      );
    } catch (error) {
      onError(error, endpoint);
    }
  }
}
