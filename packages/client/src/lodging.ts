import { createApi } from './api.ts';
import type { Api } from './api.ts';
import { bookingMethods } from './methods/bookings.ts';
import { channelMethods } from './methods/channels.ts';
import { sellingMethods } from './methods/selling.ts';
import { serviceMethods } from './methods/service.ts';
import { stayMethods } from './methods/stay.ts';
import type { LodgingOptions } from './options.ts';
import { performWith } from './perform.ts';

type Methods<Group extends (api: Api) => object> = ReturnType<Group>;

/** The API of one tenant, in live or test mode as the key says. */
export interface Lodging
  extends
    Methods<typeof stayMethods>,
    Methods<typeof bookingMethods>,
    Methods<typeof sellingMethods>,
    Methods<typeof channelMethods>,
    Methods<typeof serviceMethods> {}

function lodgingOf(options: LodgingOptions): Lodging {
  const api = createApi(performWith(options));
  return {
    ...stayMethods(api),
    ...bookingMethods(api),
    ...sellingMethods(api),
    ...channelMethods(api),
    ...serviceMethods(api),
  };
}

/** `new Lodging({ key, baseUrl })`. It opens nothing and holds no state; make one and share it. */
export const Lodging = function (options: LodgingOptions) {
  return lodgingOf(options);
} as unknown as { new (options: LodgingOptions): Lodging };
