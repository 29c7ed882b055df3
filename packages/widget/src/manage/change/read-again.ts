import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { ManageAnswer, Managed, ManageProblem } from '../manage-api.ts';
import type { PendingChange } from './pending-change.ts';

/** While a payment is processed, the booking is read again after so long. */
const READ_AGAIN_MS = 4_000;

/** The component, as the reads need it. */
export interface ReadingHost extends ReactiveControllerHost {
  readonly managed: Managed | null;
  readonly pending: PendingChange | null;
  readonly isBusy: boolean;
}

interface Reading {
  readonly read: () => Promise<ManageAnswer<Managed>> | undefined;
  readonly know: (managed: Managed) => void;
  readonly refuse: (problem: ManageProblem) => void;
}

/** Reads the booking while a change waits: unseen, while the guest may do something else. */
export class ReadAgain implements ReactiveController {
  readonly #host: ReadingHost;
  readonly #reading: Reading;
  #next: ReturnType<typeof setTimeout> | undefined;
  #isConnected = false;

  constructor(host: ReadingHost, reading: Reading) {
    this.#host = host;
    this.#reading = reading;
    host.addController(this);
  }

  hostConnected(): void {
    this.#isConnected = true;
    this.later();
  }

  hostDisconnected(): void {
    this.#isConnected = false;
    clearTimeout(this.#next);
  }

  /** A read that was refused says how long to wait. */
  later(answer?: ManageAnswer<Managed>): void {
    clearTimeout(this.#next);
    if (!this.#isConnected || this.#host.pending === null) return;
    const seconds = answer?.ok === false ? (answer.problem.retryAfterSeconds ?? 0) : 0;
    this.#next = setTimeout(() => void this.#read(), Math.max(READ_AGAIN_MS, seconds * 1_000));
  }

  async #read(): Promise<void> {
    const { managed } = this.#host;
    const answer = this.#host.isBusy ? undefined : await this.#reading.read();
    // What the guest has done meanwhile is known by a later read.
    if (this.#host.managed !== managed) return;
    if (this.#host.isBusy || answer === undefined) return this.later();
    if (answer.ok) return this.#reading.know(answer.value);
    if (answer.problem.code === 'guest_token_invalid') return this.#reading.refuse(answer.problem);
    this.later(answer);
  }
}
