import { LodgingBooking } from './lodging-booking.ts';
import type { BookingEvents } from './run/announce.ts';

export { LodgingBooking };
export type { BookingEvents };
export type { Texts } from './texts/texts.ts';

declare global {
  interface HTMLElementTagNameMap {
    'lodging-booking': LodgingBooking;
  }
}

// A server that renders the page imports this file too, and may have no registry.
if (typeof customElements !== 'undefined' && customElements.get('lodging-booking') === undefined)
  customElements.define('lodging-booking', LodgingBooking);
