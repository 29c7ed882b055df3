import { createApi } from './api.ts';
import type { Api, Perform } from './api.ts';
import type { LodgingOptions, RequestOptions } from './options.ts';
import { performWith } from './perform.ts';
import { requestBy } from './request.ts';
import { settingsOf } from './settings/read-settings.ts';
import type { Settings } from './settings/read-settings.ts';

export type Methods<Group extends (api: Api) => object> = ReturnType<Group>;

/** What clients have in common: their options, and requests that have no method. */
export abstract class Client {
  readonly #settings: Settings;
  readonly #perform: Perform;

  protected constructor(options: LodgingOptions, groups: readonly ((api: Api) => object)[]) {
    this.#settings = settingsOf(options);
    this.#perform = performWith(this.#settings);
    const api = createApi(this.#perform);
    for (const group of groups) Object.assign(this, group(api));
  }

  /** Another client with the options of this one, except those that are named. */
  withOptions(options: LodgingOptions): this {
    const Same = this.constructor as new (options: LodgingOptions) => this;
    return new Same({ ...this.#settings, ...options });
  }

  /**
   * Sends a request that has no method here: `lodging.request('GET', '/v1/ping')`. GET and PUT are repeated after a fault;
   * others only with an `idempotencyKey`, which the operation must honour.
   */
  async request<Answer = unknown>(
    method: string,
    path: string,
    options: RequestOptions = {},
  ): Promise<Answer> {
    return (await requestBy(this.#perform, method, path, options)) as Answer;
  }
}
