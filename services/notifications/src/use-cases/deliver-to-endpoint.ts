// deliver-to-endpoint: one endpoint's deliveries, a few at a time, for as long as something is due. What happens at one
// endpoint is felt at no other.
import type { Clock } from '@lodging/kernel';
import { isSuccess, judgeAttempt } from '../domain/judge-attempt.ts';
import type { Ending } from '../domain/judge-attempt.ts';
import type { Places } from './places.ts';
import type { DeliveryQueue, EndpointKey, Lease, Outcome, Receivers, Vault } from './webhook-ports.ts';

export interface DeliveryDeps {
  readonly queue: DeliveryQueue;
  readonly receivers: Pick<Receivers, 'post'>;
  readonly vault: Pick<Vault, 'open'>;
  readonly clock: Clock;
  readonly random: () => number;
  /** This process, among those that share the work. */
  readonly owner: string;
  /** Endpoints that fail have places of their own, so that they cannot take everybody's. */
  readonly places: { readonly healthy: Places; readonly failing: Places };
  readonly onSurprise: (error: unknown, endpoint: EndpointKey) => void;
  /** No try begins any more. */
  readonly isStopping: () => boolean;
  /** Ends the tries that run. */
  readonly signal: AbortSignal;
}

const AT_ONCE = 5;
const RECORDING_TRIES = 3;

export interface LaneOptions {
  readonly wasFailing: boolean;
  readonly onIdle: (isFailing: boolean) => void;
}

export class EndpointLane {
  readonly #deps: DeliveryDeps;
  readonly #endpoint: EndpointKey;
  readonly #onIdle: LaneOptions['onIdle'];
  readonly #ended: Outcome[] = [];
  #underWay = 0;
  #isLooking = false;
  #lookAgain = false;
  #isRecording = false;
  #isFailing: boolean;

  /** `wasFailing`: as far as this process remembers. */
  constructor(deps: DeliveryDeps, endpoint: EndpointKey, { wasFailing, onIdle }: LaneOptions) {
    this.#deps = deps;
    this.#endpoint = endpoint;
    this.#isFailing = wasFailing;
    this.#onIdle = onIdle;
  }

  /** Looks for what is due, now or as soon as there is room. */
  look(): void {
    this.#lookAgain = true;
    if (!this.#isLooking) void this.#lookWhileDue();
  }

  async #lookWhileDue(): Promise<void> {
    this.#isLooking = true;
    try {
      while (this.#lookAgain && !this.#deps.isStopping()) {
        this.#lookAgain = false;
        await this.#fill();
      }
    } catch (error) {
      this.#deps.onSurprise(error, this.#endpoint);
    }
    this.#isLooking = false;
    this.#leaveIfIdle();
  }

  async #fill(): Promise<void> {
    if (this.#underWay >= AT_ONCE) return;
    const { queue, places, clock, owner, isStopping } = this.#deps;
    const { tenantId } = this.#endpoint;
    const pool = this.#isFailing ? places.failing : places.healthy;
    const granted = await pool.take(tenantId, AT_ONCE - this.#underWay);
    let leases: Lease[] = [];
    try {
      if (!isStopping()) leases = await queue.claim(this.#endpoint, owner, granted, clock.now());
    } finally {
      pool.giveBack(tenantId, granted - leases.length);
    }
    this.#underWay += leases.length;
    for (const lease of leases) void this.#run(lease, pool);
    this.#lookAgain ||= leases.length === granted;
  }

  async #run(lease: Lease, pool: Places): Promise<void> {
    const outcome = await tryOnce(this.#deps, lease);
    pool.giveBack(lease.tenantId, 1);
    if (outcome === undefined) this.#underWay -= 1;
    else this.#ended.push(outcome);
    if (!this.#isRecording) await this.#record();
  }

  /** What ends meanwhile is written down together. */
  async #record(): Promise<void> {
    this.#isRecording = true;
    while (this.#ended.length > 0) {
      const outcomes = this.#ended.splice(0);
      await writeDown(this.#deps, this.#endpoint, outcomes);
      this.#underWay -= outcomes.length;
      this.#isFailing = !outcomes.some(({ ending }) => isSuccess(ending));
      this.look();
    }
    this.#isRecording = false;
    this.#leaveIfIdle();
  }

  #leaveIfIdle(): void {
    if (this.#underWay === 0 && !this.#isLooking && !this.#isRecording) {
      this.#onIdle(this.#isFailing);
    }
  }
}

/** Undefined: ended by this process, not by the receiver; whoever has it next tries it again. */
async function tryOnce(deps: DeliveryDeps, lease: Lease): Promise<Outcome | undefined> {
  const { receivers, clock, random, signal } = deps;
  const { url, eventId, eventType, body, traceparent, tries: triesBefore } = lease;
  const secrets = secretsOf(deps, lease);
  const ending: Ending =
    secrets.length === 0
      ? { at: clock.now(), status: null, durationMs: 0, error: 'The secret of the endpoint cannot be read.' }
      : await receivers.post({ url, eventId, eventType, body, secrets, traceparent, signal });
  if (signal.aborted && ending.status === null) return undefined;
  const verdict = judgeAttempt(ending, { triesBefore, random: random(), now: clock.now() });
  return { lease, ending, verdict };
}

function secretsOf({ vault }: DeliveryDeps, lease: Lease): string[] {
  return lease.sealedSecrets.flatMap((sealed) => vault.open(lease.tenantId, lease.endpointId, sealed) ?? []);
}

/** What cannot be written down is sent again under the same id once its lease is over. */
async function writeDown(
  { queue, owner, clock, onSurprise }: DeliveryDeps,
  endpoint: EndpointKey,
  outcomes: readonly Outcome[],
): Promise<void> {
  for (let tries = 1; tries <= RECORDING_TRIES; tries += 1) {
    try {
      return await queue.record(endpoint, owner, outcomes, clock.now());
    } catch (error) {
      onSurprise(error, endpoint);
    }
  }
}
