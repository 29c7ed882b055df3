import { Client } from './client.ts';
import type { Methods } from './client.ts';
import { browsingMethods } from './methods/browsing.ts';
import { manageMethods } from './methods/manage.ts';
import { stayMethods } from './methods/stay.ts';
import type { LodgingOptions } from './options.ts';

// eslint-disable-next-line typescript/no-unsafe-declaration-merging -- the constructor assigns them; a test calls each.
export interface GuestLodging
  extends Methods<typeof stayMethods>, Methods<typeof browsingMethods>, Methods<typeof manageMethods> {}

/** The part of `Lodging` that a publishable key may use, for pages in which each kilobyte counts. */
export class GuestLodging extends Client {
  constructor(options: LodgingOptions = {}) {
    super(options, [stayMethods, browsingMethods, manageMethods]);
  }
}
