import { createApi } from './api.ts';
import { bookingMethods } from './methods/bookings.ts';
import { channelMethods } from './methods/channels.ts';
import { sellingMethods } from './methods/selling.ts';
import { serviceMethods } from './methods/service.ts';
import { stayMethods } from './methods/stay.ts';
import type { LodgingOptions } from './options.ts';
import { performWith } from './perform.ts';

function methodsOf(options: LodgingOptions) {
  const api = createApi(performWith(options));
  return {
    ...stayMethods(api),
    ...bookingMethods(api),
    ...sellingMethods(api),
    ...channelMethods(api),
    ...serviceMethods(api),
  };
}

/** The API of one tenant, in live or test mode as the key says. */
export type Lodging = ReturnType<typeof methodsOf>;

/** `new Lodging({ key, baseUrl })`. It opens nothing and holds no state; make one and share it. */
export const Lodging = function (options: LodgingOptions) {
  return methodsOf(options);
} as unknown as { new (options: LodgingOptions): Lodging };
