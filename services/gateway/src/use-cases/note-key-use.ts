import type { Clock } from '@lodging/kernel';
import type { ApiKey } from '../domain/api-key.ts';
import type { KeyStore } from './ports.ts';

export class KeyUse {
  readonly #keys: Pick<KeyStore, 'noteUse'>;
  readonly #clock: Clock;
  #used = new Map<string, ApiKey>();

  constructor(keys: Pick<KeyStore, 'noteUse'>, clock: Clock) {
    this.#keys = keys;
    this.#clock = clock;
  }

  note(key: ApiKey): void {
    this.#used.set(key.id, key);
  }

  async write(): Promise<void> {
    if (this.#used.size === 0) return;
    const used = [...this.#used.values()];
    this.#used = new Map();
    await this.#keys.noteUse(used, this.#clock.now());
  }
}
