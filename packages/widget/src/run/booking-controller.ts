import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Event } from '../machine/events.ts';
import { emptyModel, isHolding } from '../machine/model.ts';
import type { Model, Task } from '../machine/model.ts';
import { update } from '../machine/update.ts';
import type { LinkedStay } from './linked-stay.ts';
import { takeReturn } from './return-address.ts';
import { runTask } from './run-task.ts';
import type { TaskDeps } from './run-task.ts';
import type { StoredStay } from './stored-stay.ts';

const TICK_MS = 1_000;

interface Options extends TaskDeps {
  readonly resourceId: string | null;
  readonly stored: StoredStay;
  /** Called after each change, with what was before. */
  readonly onChange: (model: Model, before: Model, cause: Event['kind']) => void;
  /** What a link asks for, where this browser holds nothing. */
  readonly linked: LinkedStay | null;
}

/** Holds the model, runs its tasks, and connects it with the tabs, the network and the clock. */
export class BookingController implements ReactiveController {
  model: Model;
  readonly #host: ReactiveControllerHost;
  readonly #options: Options;
  /** Answers to an older task are ignored. */
  #latest = 0;
  #ends: (() => void)[] = [];

  constructor(host: ReactiveControllerHost, options: Options) {
    this.#host = host;
    this.#options = options;
    this.model = emptyModel(options.resourceId, options.linked?.requestedStay);
    host.addController(this);
  }

  hostConnected(): void {
    const { stored, now } = this.#options;
    const ticks = setInterval(() => this.#tick(), TICK_MS);
    const listeners = new AbortController();
    const { signal } = listeners;
    addEventListener('online', () => this.send({ kind: 'online' }), { signal });
    // The page may come out of the browser's memory: back from the payment page, without a reload.
    addEventListener('pageshow', (event) => event.persisted && this.#resume('cancelled'), { signal });
    document.addEventListener('visibilitychange', () => this.#tick(), { signal });
    this.#ends = [
      () => clearInterval(ticks),
      () => listeners.abort(),
      stored.watch((other) => this.send({ kind: 'other_tab', stored: other })),
    ];
    const back = takeReturn();
    this.#resume(back ?? 'reload');
    const { stage, found, busy } = this.model;
    const isNew = back === null && stage === 'search' && found === null && busy === null;
    if (isNew && this.#options.linked?.isComplete) this.send({ kind: 'search' });
    this.send({ kind: 'time', nowMs: now() });
  }

  hostDisconnected(): void {
    for (const end of this.#ends) end();
    this.#latest += 1;
  }

  /** Milliseconds until the hold ends, by the server's clock; null where nothing is held. */
  get leftMs(): number | null {
    const end = this.model.hold?.holdExpiresAt;
    if (!isHolding(this.model) || end === undefined || end === null) return null;
    return Math.max(0, Date.parse(end) - this.#options.now() - this.model.clockOffsetMs);
  }

  send(event: Event): void {
    const before = this.model;
    const { model, task } = update(before, event);
    if (model === before && task === null) return;
    this.model = model;
    if (task !== null || model.busy === null) this.#latest += 1;
    if (event.kind !== 'other_tab') this.#keep(model, before);
    this.#host.requestUpdate();
    this.#options.onChange(model, before, event.kind);
    if (task !== null) void this.#run(task, this.#latest);
  }

  #resume(from: 'reload' | 'paid' | 'cancelled'): void {
    const stored = this.#options.stored.read();
    this.send({ kind: 'resumed', stored, from });
  }

  #tick(): void {
    if (!isHolding(this.model)) return;
    this.#host.requestUpdate();
    if (this.leftMs === 0) this.#readOtherTabs();
    this.send({ kind: 'time', nowMs: this.#options.now() });
  }

  /** A suspended tab reads the stored stay first, so that it does not end a stay that another tab has paid. */
  #readOtherTabs(): void {
    const stored = this.#options.stored.read();
    if (stored !== null && this.model.busy === null) this.send({ kind: 'other_tab', stored });
  }

  /** A search belongs to this tab; a stay is shared from its quote until it is abandoned. */
  #keep(model: Model, before: Model): void {
    if (model.stage === 'search' && before.stage === 'search') return;
    this.#options.stored.write(model);
  }

  async #run(task: Task, run: number): Promise<void> {
    if (task.kind === 'confirm' && task.delaySeconds > 0) await wait(task.delaySeconds);
    if (run !== this.#latest) return;
    const event =
      task.kind === 'hold' ? await this.#hold(task) : await runTask(this.#options, this.model, task);
    if (run === this.#latest) this.send(event);
  }

  /** One tab at a time: where another tab has a hold, this tab shows it. */
  #hold(task: Task): Promise<Event> {
    const { stored } = this.#options;
    return stored.alone(async () => {
      const other = stored.read();
      const isOther = other !== null && other.hold !== null && other.holdKey !== this.model.holdKey;
      if (isOther && (isHolding(other) || other.stage === 'confirmed'))
        return { kind: 'other_tab', stored: other };
      const event = await runTask(this.#options, this.model, task);
      // Kept before the other tabs go on.
      if (event.kind === 'held') this.#options.stored.write(update(this.model, event).model);
      return event;
    });
  }
}

function wait(seconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, seconds * 1_000);
  });
}
