export interface Entry {
  readonly object: { readonly id: string };
}

/** Called for every write, to record it in the journal. */
export type WriteListener = (table: string, account: string, entry: Entry) => void;

/** Records by account and id, in the order of their creation. */
export class Table<E extends Entry> {
  readonly name: string;
  readonly #capacity: number;
  readonly #onWrite: WriteListener;
  readonly #accountOf = new Map<string, string>();
  readonly #byAccount = new Map<string, Map<string, E>>();

  /** Beyond `capacity` the oldest record is deleted, so that a long benchmark does not fill the memory. */
  constructor(name: string, capacity: number, onWrite: WriteListener) {
    this.name = name;
    this.#capacity = capacity;
    this.#onWrite = onWrite;
  }

  put(account: string, entry: E): E {
    this.restore(account, entry);
    this.#onWrite(this.name, account, entry);
    return entry;
  }

  /** Puts a record without recording it in the journal. */
  restore(account: string, entry: E): void {
    const id = entry.object.id;
    this.#accountOf.set(id, account);
    const rows = this.#byAccount.get(account) ?? new Map<string, E>();
    rows.set(id, entry);
    this.#byAccount.set(account, rows);
    if (this.#accountOf.size > this.#capacity) this.#evictOldest();
  }

  /** Undefined also for an id of another account. */
  find(account: string, id: string): E | undefined {
    return this.#byAccount.get(account)?.get(id);
  }

  /** For pages and the control API, whose requests have no account. */
  locate(id: string): { readonly account: string; readonly entry: E } | undefined {
    const account = this.#accountOf.get(id);
    const entry = account === undefined ? undefined : this.find(account, id);
    return account === undefined || entry === undefined ? undefined : { account, entry };
  }

  newestFirst(account: string): E[] {
    return [...(this.#byAccount.get(account)?.values() ?? [])].toReversed();
  }

  *all(): Generator<{ readonly account: string; readonly entry: E }> {
    for (const [account, rows] of this.#byAccount)
      for (const entry of rows.values()) yield { account, entry };
  }

  get size(): number {
    return this.#accountOf.size;
  }

  clear(): void {
    this.#accountOf.clear();
    this.#byAccount.clear();
  }

  #evictOldest(): void {
    const [oldest] = this.#accountOf.keys();
    if (oldest === undefined) return;
    this.#byAccount.get(this.#accountOf.get(oldest) ?? '')?.delete(oldest);
    this.#accountOf.delete(oldest);
  }
}
