import type { Model } from '../machine/model.ts';

const VERSION = 3;
const PREFIX = 'lodging-booking ';
/** A confirmation survives a reload, but not a day. */
const CONFIRMED_MS = 60 * 60 * 1000;
const SETTLED_MS = 250;
const DAY_MS = 24 * CONFIRMED_MS;

interface Kept {
  readonly version: number;
  readonly at: number;
  readonly model: Model;
}

/** One stay per browser, property and resource, shared by the tabs. */
export interface StoredStay {
  read(): Model | null;
  write(model: Model): void;
  /** Called when another tab has changed it. Returns a function that ends that. */
  watch(onChange: (stored: Model | null) => void): () => void;
  /** Runs alone among the tabs. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

export function storedStay(scope: string): StoredStay {
  const name = PREFIX + scope;
  removeExpired();
  const read = (): Model | null => parse(item(name));
  return {
    read,
    write(model) {
      try {
        if (model.stage === 'search') localStorage.removeItem(name);
        else localStorage.setItem(name, JSON.stringify(kept(model)));
      } catch {
        // Without storage, a reload starts a new search; nothing else depends on it.
      }
    },
    watch(onChange) {
      const listener = (event: StorageEvent): void => {
        if (event.key === name || event.key === null) onChange(parse(event.newValue));
      };
      addEventListener('storage', listener);
      return () => removeEventListener('storage', listener);
    },
    async alone<T>(work: () => Promise<T>) {
      // Outside of https there are no locks.
      if (!('locks' in navigator)) return work();
      const begun: Promise<T>[] = [];
      const begin = (): Promise<T> => {
        const done = work();
        begun.push(done);
        return done;
      };
      const { locks } = navigator;
      try {
        const isFree = await locks.request(name, { ifAvailable: true }, async (lock) => {
          if (lock === null) return false;
          await begin();
          return true;
        });
        if (!isFree) await locks.request(name, () => settled().then(begin));
      } catch {
        // Where storage is blocked, locks may be, too.
      }
      return begun[0] ?? work();
    },
  };
}

/** What a tab has written before it gave the lock back reaches the other tabs a moment after the lock. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, SETTLED_MS);
  });
}

function kept(model: Model): Kept {
  const { found: _found, notice: _notice, information: _information, busy: _busy, ...rest } = model;
  return {
    version: VERSION,
    at: Date.now(),
    model: { ...rest, found: null, notice: null, information: null, busy: null },
  };
}

function item(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function parse(text: string | null): Model | null {
  if (text === null) return null;
  try {
    const kept: Kept = JSON.parse(text);
    return kept.version !== VERSION || isExpired(kept) ? null : kept.model;
  } catch {
    return null;
  }
}

/** Also removes stays of other resources, whose pages may never be reopened. */
function removeExpired(): void {
  try {
    const names = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
    for (const name of names.filter((one) => one.startsWith(PREFIX))) {
      if (isOld(localStorage.getItem(name))) localStorage.removeItem(name);
    }
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** What another version has written is not, as long as it is young. */
function isOld(text: string | null): boolean {
  try {
    return isExpired(JSON.parse(text ?? ''));
  } catch {
    return true;
  }
}

function isExpired({ at, model }: Kept): boolean {
  return Date.now() - at > (model.stage === 'confirmed' ? CONFIRMED_MS : DAY_MS);
}
