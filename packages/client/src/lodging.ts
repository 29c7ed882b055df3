import { Client } from './client.ts';
import type { Methods } from './client.ts';
import { bookingMethods } from './methods/bookings.ts';
import { channelMethods } from './methods/channels.ts';
import { guestMethods } from './methods/guests.ts';
import { manageMethods } from './methods/manage.ts';
import { sellingMethods } from './methods/selling.ts';
import { serviceMethods } from './methods/service.ts';
import { stayMethods } from './methods/stay.ts';
import type { LodgingOptions } from './options.ts';

// eslint-disable-next-line typescript/no-unsafe-declaration-merging -- the constructor assigns them; a test calls each.
export interface Lodging
  extends
    Methods<typeof stayMethods>,
    Methods<typeof bookingMethods>,
    Methods<typeof guestMethods>,
    Methods<typeof sellingMethods>,
    Methods<typeof channelMethods>,
    Methods<typeof serviceMethods>,
    Methods<typeof manageMethods> {}

/**
 * The API of one tenant, in live or test mode as the key says: `new Lodging({ key, baseUrl })`. It opens nothing and
 * holds no state; make one and share it.
 */
export class Lodging extends Client {
  constructor(options: LodgingOptions = {}) {
    super(options, [
      stayMethods,
      bookingMethods,
      guestMethods,
      sellingMethods,
      channelMethods,
      serviceMethods,
      manageMethods,
    ]);
  }
}
