import {
  addDrawn,
  isRunningLow,
  nothingDrawn,
  remainingOf,
  sliceOf,
  idempotencyStatus,
  useOne,
} from '../domain/allowance.ts';
import type { Allowance } from '../domain/allowance.ts';
import { WINDOW_SECONDS } from '../domain/request-limit.ts';
import type { RequestLimit } from '../domain/request-limit.ts';
import type { SharedBudget, SteadyClock } from './ports.ts';

/** `uncounted`: the shared count is away, and a request is let through rather than refused for our own fault. */
export type Verdict =
  | { readonly outcome: 'admitted' | 'refused'; readonly remaining: number; readonly resetSeconds: number }
  | { readonly outcome: 'uncounted' };

interface Parts {
  readonly budget: SharedBudget;
  readonly steady: SteadyClock;
  readonly onAway: (error: unknown) => void;
}

interface Account {
  allowance: Allowance;
  drawing: Promise<boolean> | undefined;
  /** Requests that wait for a permit, so that one draw can serve them all. */
  waiting: number;
}

/** After the shared count failed, nobody waits for it again for this long. */
const AWAY_PAUSE_MS = 1_000;
const MOST_ACCOUNTS = 50_000;

export class RequestLimiter {
  readonly #parts: Parts;
  readonly #accounts = new Map<string, Account>();
  #awayUntil = Number.NEGATIVE_INFINITY;
  #uncounted = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The verdict is at hand for most requests. Never rejects. */
  admit(limit: RequestLimit): Verdict | Promise<Verdict> {
    const account = this.#accountOf(limit.bucket);
    const verdict = this.#settle(account, limit);
    if (verdict !== undefined) return verdict;
    return this.#isAway() ? this.#letThrough() : this.#drawAndSettle(account, limit);
  }

  /** How many requests went through uncounted since the last question. */
  takeUncounted(): number {
    const count = this.#uncounted;
    this.#uncounted = 0;
    return count;
  }

  async #drawAndSettle(account: Account, limit: RequestLimit): Promise<Verdict> {
    account.waiting += 1;
    try {
      // Ends: each draw gives a permit to somebody who waits, or tells that nothing is left.
      while (await this.#draw(account, limit)) {
        const verdict = this.#settle(account, limit);
        if (verdict !== undefined) return verdict;
      }
      return this.#letThrough();
    } finally {
      account.waiting -= 1;
    }
  }

  #settle(account: Account, limit: RequestLimit): Verdict | undefined {
    const now = this.#parts.steady();
    const standing = idempotencyStatus(account.allowance, now);
    if (standing === 'undrawn') return undefined;
    if (standing === 'spent') return { outcome: 'refused', ...figuresOf(account.allowance, now) };
    account.allowance = useOne(account.allowance);
    if (isRunningLow(account.allowance, limit.limit) && !this.#isAway()) void this.#draw(account, limit);
    return { outcome: 'admitted', ...figuresOf(account.allowance, now) };
  }

  /** True when the shared count answered. One draw at a time for each account. */
  #draw(account: Account, { bucket, limit }: RequestLimit): Promise<boolean> {
    const { budget, steady, onAway } = this.#parts;
    const wanted = Math.max(sliceOf(limit), account.waiting);
    account.drawing ??= budget
      .draw(bucket, wanted, limit, WINDOW_SECONDS)
      .then((drawn) => {
        account.allowance = addDrawn(account.allowance, drawn, steady());
        return true;
      })
      .catch((error: unknown) => {
        this.#awayUntil = steady() + AWAY_PAUSE_MS;
        onAway(error);
        return false;
      })
      .finally(() => {
        account.drawing = undefined;
      });
    return account.drawing;
  }

  #isAway(): boolean {
    return this.#parts.steady() < this.#awayUntil;
  }

  #letThrough(): Verdict {
    this.#uncounted += 1;
    return { outcome: 'uncounted' };
  }

  #accountOf(bucket: string): Account {
    const known = this.#accounts.get(bucket);
    if (known !== undefined) return known;
    if (this.#accounts.size >= MOST_ACCOUNTS) makeRoom(this.#accounts, this.#parts.steady());
    const account: Account = { allowance: nothingDrawn, drawing: undefined, waiting: 0 };
    this.#accounts.set(bucket, account);
    return account;
  }
}

function figuresOf(allowance: Allowance, now: number): { remaining: number; resetSeconds: number } {
  const resetSeconds = Math.max(1, Math.ceil((allowance.resetAt - now) / 1000));
  return { remaining: remainingOf(allowance), resetSeconds };
}

/** Accounts whose window is over hold nothing. Should all be in use, the oldest lose what they had drawn. */
function makeRoom(accounts: Map<string, Account>, now: number): void {
  for (const [bucket, { allowance }] of accounts) if (now >= allowance.resetAt) accounts.delete(bucket);
  for (const bucket of accounts.keys()) {
    if (accounts.size < MOST_ACCOUNTS) break;
    accounts.delete(bucket);
  }
}
